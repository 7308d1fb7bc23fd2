import type { CountryCode } from '#contract/primitives';
import { together } from '#db/client';
import { methodsIn, offersIn } from '#db/queries/credits/products';
import { keptByName } from '../../../domain/catalogue.ts';

/** What is sold in a country and how one may pay there. Prices are the operator's to change, so it is kept no longer than settings are. */
export const shopCatalogueOf = keptByName(
  async ({ db }, country: CountryCode) => {
    const [offers, methods] = await together(db, [offersIn(db, country), methodsIn(db, country)]);
    return { offers, methods };
  },
  ({ env }) => env.SETTINGS_TTL_SECONDS * 1000,
);
