import type { CountryCode } from '#contract/primitives';
import { together } from '#db/client';
import { methodsIn, offersIn } from '#db/queries/credits/products';
import { keptByName } from '../../../domain/catalogue.ts';

/** The products and payment methods of a country. They are cached for as long as settings, because an operator may change prices. */
export const shopCatalogueOf = keptByName(
  async ({ db }, country: CountryCode) => {
    const [offers, methods] = await together(db, [offersIn(db, country), methodsIn(db, country)]);
    return { offers, methods };
  },
  ({ env }) => env.SETTINGS_TTL_SECONDS * 1000,
);
