import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { reverseGeocode as endpoint } from '#contract/geocode';
import { nearestCity } from '#db/queries/profile/nearest-city';
import type { Context } from '../../domain/context.ts';
import { asCountry } from '../../domain/profile-card.ts';
import { requireSession } from '../../domain/require-session.ts';

/** Kilometres. A town farther away says too little about where somebody is. */
const NEAR_KM = 50;

/**
 * The nearest town within 50 km; nulls if there is none. The coordinates are used for this query only and neither stored nor logged
 * (docs/product.md, "Browser location").
 */
export async function reverseGeocode(ctx: Context, coordinates: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const {
    town: [town],
  } = await requireSession(ctx, (_, db) => ({ town: nearestCity(db, coordinates, NEAR_KM) }), 'readDb');
  return { country: asCountry(town?.country ?? null), countryregion: town?.regionId ?? null, city: town?.name ?? null };
}
