import { withoutTrailingSlash } from '#contract/pages/page-routes';
import type { Context, PageRequest } from '../../../domain/context.ts';
import { asCountry } from '../../../domain/profile-card.ts';
import { chosenPaymentProvider } from '../../../platform/payments/provider-registry.ts';
import { shopCatalogueOf } from '../shop/shop-catalogue.ts';

/**
 * `missing`, which makes the page a 404, if the pack or plan in a checkout's address is not sold where the member pays, or cannot be paid
 * by the method in it (docs/product.md, "Checkout"). The page needs no initial answer.
 */
export async function readInitialCheckout(ctx: Context, { member, url }: PageRequest): Promise<'missing' | null> {
  if (!member) return null;
  const [, , product, method] = withoutTrailingSlash(url.pathname).split('/');
  const { offers, methods } = await shopCatalogueOf(ctx, asCountry(member.paymentCountry) ?? ctx.settings.default_country);
  if (!offers.some(({ id }) => id === product)) return 'missing';
  const provider = chosenPaymentProvider(ctx.env, ctx.settings);
  const isPayable = provider === null || method === undefined || methods.some(({ id }) => id === method && provider.methods.includes(id));
  return isPayable ? null : 'missing';
}
