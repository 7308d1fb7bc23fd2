import type { CountryCode } from '#contract/primitives';
import { batch } from '#db/client';
import { offersIn, paymentMethodsIn } from '#db/queries/credits/products';
import { cachedByName } from '../../../domain/catalogue.ts';

/** The products and payment methods of a country. They are cached for as long as settings, because an operator may change prices. */
export const shopCatalogueOf = cachedByName(
  ({ db }, country: CountryCode) => batch(db, { offers: offersIn(db, country), methods: paymentMethodsIn(db, country) }),
  ({ env }) => env.SETTINGS_TTL_SECONDS * 1000,
);
