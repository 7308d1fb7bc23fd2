import type { Pack, Plan, Shop } from '#contract/credits';
import type { Discount } from '#contract/discounts';
import type { Money } from '#contract/money';
import { discounted } from './money.ts';

/** A pack or plan with its present price. `price` is after `discount`, `fullPrice` before it. */
export type PricedProduct = {
  readonly id: string;
  readonly price: Money;
  readonly fullPrice: Money;
  readonly discount: Discount | null;
} & (
  | { readonly kind: 'pack'; readonly credits: number; readonly extraCredits: number }
  | { readonly kind: 'plan'; readonly months: number; readonly canRenew: boolean }
);

/** The price with a typed code, else the server's, which contains the discount in force. */
const priceOf = ({ price, full_price: full }: Pack | Plan, typed: Discount | null) => (typed ? discounted(full, typed) : price);

const pricedPack = (pack: Pack, typed: Discount | null, discount: Discount | null): PricedProduct => ({
  kind: 'pack',
  id: pack.id,
  credits: pack.credits,
  extraCredits: discount?.extra_credits ?? 0,
  price: priceOf(pack, typed),
  fullPrice: pack.full_price,
  discount,
});

const pricedPlan = (plan: Plan, typed: Discount | null, discount: Discount | null): PricedProduct => ({
  kind: 'plan',
  id: plan.id,
  months: plan.months,
  canRenew: plan.can_renew,
  price: priceOf(plan, typed),
  fullPrice: plan.full_price,
  // Extra credits come only with a pack.
  discount: discount?.percent ? discount : null,
});

/** The pack or plan with this id, with the typed code or else the discount in force. Returns null if it is not sold here. */
export function pricedProductOf({ packs, plans, discount: inForce }: Shop, id: string, typed: Discount | null): PricedProduct | null {
  const discount = typed ?? inForce;
  const pack = packs.find((candidate) => candidate.id === id);
  if (pack) return pricedPack(pack, typed, discount);
  const plan = plans.find((candidate) => candidate.id === id);
  return plan ? pricedPlan(plan, typed, discount) : null;
}

/** Adds the discount code and the return path to a path of the checkout, as `code` and `back`. */
export function checkoutPath(path: string, { code, back }: { code?: string | null | undefined; back?: string | null | undefined }): string {
  const query = new URLSearchParams();
  if (code) query.set('code', code);
  if (back) query.set('back', back);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** All packs or all plans that are sold here. */
export function pricedProductsOf(shop: Shop, kind: PricedProduct['kind'], typed: Discount | null): PricedProduct[] {
  const products = kind === 'pack' ? shop.packs : shop.plans;
  return products.flatMap(({ id }) => pricedProductOf(shop, id, typed) ?? []);
}

const unitPrice = (choice: PricedProduct) => (choice.kind === 'pack' ? choice.price.amount / (choice.credits + choice.extraCredits) : 0);

/** The id of the pack with the lowest price per credit; null if all cost the same. */
export function cheapestPackOf(choices: readonly PricedProduct[]): string | null {
  const sorted = choices.toSorted((one, other) => unitPrice(one) - unitPrice(other));
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first && last && unitPrice(first) < unitPrice(last) ? first.id : null;
}
