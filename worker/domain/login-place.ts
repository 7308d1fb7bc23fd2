import { sign } from '#contract/signed-token';
import type { LoginPlace } from '#db/queries/session/known-networks';
import type { Context } from './context.ts';

/** What the edge answers where it knows no country. */
const NO_COUNTRY = new Set(['XX', 'T1']);

/**
 * A network in the form in which it is stored: an address cannot be read back without the key, and the same network has the same
 * fingerprint for every account, so that it can be asked for before the account is known.
 */
export const networkFingerprint = ({ env, visitor }: Pick<Context, 'env' | 'visitor'>): Promise<string> =>
  sign(env.SIGNING_KEY, `network ${visitor.network}`);

/** Where a login comes from (docs/product.md, "New device notice"). */
export const loginPlaceOf = async (ctx: Pick<Context, 'env' | 'visitor'>): Promise<LoginPlace> => ({
  network: await networkFingerprint(ctx),
  country: ctx.visitor.networkCountry,
});

/** The country that a notice of a login names; null if there is none to name. */
export const countryOfNotice = ({ country }: LoginPlace): string | null => (NO_COUNTRY.has(country) ? null : country);
