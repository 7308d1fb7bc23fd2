import { plainPath } from '#contract/pages/page-routes';
import type { Context } from '../../../domain/context.ts';
import type { Asked } from '../../../domain/page-request.ts';
import { countryOf } from '../../../domain/profile-card.ts';
import { openProvider } from '../../../platform/payments/provider-registry.ts';
import { shopCatalogueOf } from '../shop/shop-catalogue.ts';

/** Whether the pack or plan in a checkout's address is sold where this member pays, and can be paid that way; the screen asks for all else. */
export async function firstCheckout(ctx: Context, { member, url }: Asked): Promise<'missing' | null> {
  if (!member) return null;
  const [, , product, method] = plainPath(url.pathname).split('/');
  const { offers, methods } = await shopCatalogueOf(ctx, countryOf(member.paymentCountry) ?? ctx.settings.default_country);
  if (!offers.some(({ id }) => id === product)) return 'missing';
  const provider = openProvider(ctx.env, ctx.settings);
  const isKnown = provider === null || method === undefined || methods.some(({ id }) => id === method && provider.methods.includes(id));
  return isKnown ? null : 'missing';
}
