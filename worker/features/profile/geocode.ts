import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { geocode as endpoint } from '#contract/geocode';
import { nearestCity } from '#db/queries/profile/nearest-city';
import type { Context } from '../../domain/context.ts';
import { countryOf } from '../../domain/profile-card.ts';
import { asMember } from '../../domain/require-session.ts';

/** Farther away no town says where somebody is. */
const NEAR_KM = 50;

/**
 * The nearest town; nulls if none is near. The coordinates are used for this question only and neither stored nor logged
 * (docs/product.md, "Browser location").
 */
export async function geocode(ctx: Context, at: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const [, [town]] = await asMember(ctx, (_, db) => [nearestCity(db, at, NEAR_KM)], 'readDb');
  return { country: countryOf(town?.country ?? null), countryregion: town?.regionId ?? null, city: town?.name ?? null };
}
