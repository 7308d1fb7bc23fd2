import { DAY } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { COUNT_CAP, type countMatches as endpoint, MATCH_COUNT_DAYS } from '#contract/members';
import { MAX_AGE } from '#contract/primitives';
import { batch } from '#db/client';
import { countActiveMembers } from '#db/queries/members/match-count';
import { regionById } from '#db/queries/profile/profile';
import { widenToBands } from '../../domain/age.ts';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { countLimits, enforceLimits } from '../../domain/limits.ts';
import { personConditions } from './search-filters.ts';

/**
 * How many real members fit and were active within 30 days. Above 1,000 the answer says only that there are more
 * (docs/product.md, "Match finder").
 */
export async function countMatches(ctx: Context, q: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now, settings } = ctx;
  const minAge = settings.min_age;
  const ages = [q.min_age ?? minAge, q.max_age ?? MAX_AGE];
  // Whole bands only: by single years, the age of somebody who is alone in a region could be found out by counting.
  const [from, to] = widenToBands(Math.min(...ages), Math.max(...ages));
  const filters = {
    gender: q.gender ?? '',
    min_age: Math.max(minAge, from),
    max_age: Math.max(minAge, to),
    countryregion: q.countryregion ?? '',
  };
  const conditions = { ...personConditions(filters, now), country: q.country, activeSince: now - MATCH_COUNT_DAYS * DAY };
  const { limitCounts, regions, counts } = await batch(db, {
    limitCounts: countLimits(ctx, db),
    regions: regionById(db, q.countryregion ?? ''),
    counts: countActiveMembers(db, conditions, COUNT_CAP),
  });
  enforceLimits(ctx, limitCounts);
  if (q.countryregion && regions[0]?.country !== q.country) refuseFields({ countryregion: 'unknown' });
  const count = counts[0]?.count ?? 0;
  return { num_members: Math.min(count, COUNT_CAP), is_capped: count > COUNT_CAP };
}
