import type { Pack, Plan, Shop } from '#contract/credits';
import type { Discount } from '#contract/discounts';
import type { Money } from '#contract/money';
import { discounted } from './money.ts';

/** What is to be bought, and what it costs at this moment. */
export type Choice = {
  readonly id: string;
  readonly price: Money;
  readonly fullPrice: Money;
  readonly discount: Discount | null;
} & (
  | { readonly kind: 'pack'; readonly credits: number; readonly extra: number }
  | { readonly kind: 'plan'; readonly months: number; readonly canRenew: boolean }
);

/** The server has said what it costs with the discount that comes by itself. */
const priceOf = ({ price, full_price: full }: Pack | Plan, typed: Discount | null) => (typed ? discounted(full, typed) : price);

const ofPack = (pack: Pack, typed: Discount | null, discount: Discount | null): Choice => ({
  kind: 'pack',
  id: pack.id,
  credits: pack.credits,
  extra: discount?.extra_credits ?? 0,
  price: priceOf(pack, typed),
  fullPrice: pack.full_price,
  discount,
});

const ofPlan = (plan: Plan, typed: Discount | null, discount: Discount | null): Choice => ({
  kind: 'plan',
  id: plan.id,
  months: plan.months,
  canRenew: plan.can_renew,
  price: priceOf(plan, typed),
  fullPrice: plan.full_price,
  // Extra credits come only with a pack.
  discount: discount?.percent ? discount : null,
});

/** The pack or the plan of this name, with a typed code or else the discount that is there by itself; null: not sold here. */
export function choiceOf({ packs, plans, discount: own }: Shop, id: string, typed: Discount | null): Choice | null {
  const discount = typed ?? own;
  const pack = packs.find((one) => one.id === id);
  if (pack) return ofPack(pack, typed, discount);
  const plan = plans.find((one) => one.id === id);
  return plan ? ofPlan(plan, typed, discount) : null;
}

/** A way within paying, with the code and the way back that were brought along. */
export function payingPath(path: string, { code, back }: { code?: string | null | undefined; back?: string | null | undefined }): string {
  const query = new URLSearchParams({ ...(code && { code }), ...(back && { back }) });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** All packs or all plans that are sold here. */
export function choicesOf(shop: Shop, kind: Choice['kind'], typed: Discount | null): Choice[] {
  const products = kind === 'pack' ? shop.packs : shop.plans;
  return products.flatMap(({ id }) => choiceOf(shop, id, typed) ?? []);
}

const unitPrice = (choice: Choice) => (choice.kind === 'pack' ? choice.price.amount / (choice.credits + choice.extra) : 0);

/** The pack whose credits cost least; none where all cost the same. */
export function cheapestOf(choices: readonly Choice[]): string | null {
  const sorted = choices.toSorted((one, other) => unitPrice(one) - unitPrice(other));
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first && last && unitPrice(first) < unitPrice(last) ? first.id : null;
}
