import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, regions } from '../../schema/index.ts';
import { notBlocked } from '../profile/profile.ts';
import { LAST_BUCKET, NO_PHOTO_BIT } from './search-plan.ts';

const list = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** Real members to be counted. Days are YYYY-MM-DD, both ends included; `bucket` is the oldest activity that counts. */
export interface MatchFilters {
  readonly country: string;
  readonly genders: readonly string[];
  readonly countryregion: string | null;
  readonly bornFrom: string;
  readonly bornTo: string;
  readonly bucket: number;
}

/**
 * How many real members were active since, counted no further than `cap` + 1: in a country one range of the index for every gender, birth
 * year and photo flag, in a region one for every gender and photo flag, so that neither fictional members nor those long gone are read.
 */
export function matchCount(db: Database, f: MatchFilters, cap: number) {
  const firstYear = Number(f.bornFrom.slice(0, 4));
  const years = Array.from({ length: Math.max(0, Number(f.bornTo.slice(0, 4)) - firstYear + 1) }, (_, i) => sql`${firstYear + i}`);
  const place = f.countryregion
    ? sql`members_walk_in_region where countryregion = ${f.countryregion} and gender in (${list(f.genders)})`
    : sql`members_walk_by_year where country = ${f.country} and gender in (${list(f.genders)}) and birth_year in (${sql.join(years, sql`, `)})`;
  const from = (photoFlag: number) =>
    sql`select 1 from members indexed by ${place} and walk_rank between ${photoFlag} and ${photoFlag + LAST_BUCKET - f.bucket} and is_searchable and date_of_birth between ${f.bornFrom} and ${f.bornTo}`;
  return db.all<{ count: number }>(sql`select count(*) as count from (${from(0)} union all ${from(NO_PHOTO_BIT)} limit ${cap + 1})`);
}

/** Keeps the filters of a manual search, unless they name a region that their country does not have. */
export const saveSearch = (
  db: Database,
  memberId: string,
  filters: Readonly<Record<string, unknown>> & { country: string; countryregion: string },
) =>
  db
    .update(members)
    .set({ savedSearch: { ...filters } })
    .where(
      and(
        eq(members.id, memberId),
        sql`(${filters.countryregion} = '' or exists (select 1 from ${regions} where ${regions.id} = ${filters.countryregion} and ${regions.country} = ${filters.country}))`,
      ),
    );

/** What "similar" starts from; nothing of a member whom the viewer may not see. */
export const similarityOf = (db: Database, viewerId: string, id: string) =>
  db
    .select({ country: members.country, gender: members.gender, dateOfBirth: members.dateOfBirth })
    .from(members)
    .where(and(eq(members.id, id), inArray(members.status, ['active', 'not_confirmed']), notBlocked(viewerId, members.id)));
