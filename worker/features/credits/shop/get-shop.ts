import { type getShop as endpoint, PLAN_BENEFITS, type Shop } from '#contract/credits';
import { discountedAmount } from '#contract/discounts';
import type { OutputOf } from '#contract/endpoint';
import type { Rows } from '#db/client';
import { debtOf } from '#db/queries/credits/ledger';
import { lastPaidOrder, latestOpenOrder, type OrderRow, paidByMember, runningPremiumSpan } from '#db/queries/credits/orders';
import type { Offer } from '#db/queries/credits/products';
import { nextRenewal } from '#db/queries/credits/renewals';
import { spendingLimitsOf } from '#db/queries/credits/spending-limits';
import type { DiscountRow } from '#db/queries/discounts/discounts';
import type { Context, Member } from '../../../domain/context.ts';
import { activeDiscount, activeDiscountStatements, appliesTo, discountAnswer } from '../../../domain/discounts.ts';
import { Refusal } from '../../../domain/errors.ts';
import { asCountry } from '../../../domain/profile-card.ts';
import { selectedCountry } from '../../../domain/public-settings.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { chosenPaymentProvider } from '../../../platform/payments/provider-registry.ts';
import { moneyOf } from '../orders/money.ts';
import { canRenew } from '../premium/can-renew.ts';
import { transactionLine } from '../transactions/own-transaction.ts';
import { methodName } from './payment-method-names.ts';
import { shopCatalogueOf } from './shop-catalogue.ts';
import { isUnusual, limitsAnswer } from './spending-limits.ts';

const shopStatements = (me: string, db: Context['db'], { settings, now }: Context) => ({
  lastPaid: lastPaidOrder(db, me),
  limits: spendingLimitsOf(db, me),
  debt: debtOf(db, me),
  paid: paidByMember(db, me, settings.exchange_rates, now),
  span: runningPremiumSpan(db, me, now),
  latestOpen: latestOpenOrder(db, me),
  renewal: nextRenewal(db, me),
  ...activeDiscountStatements(me, db),
});

interface Viewer {
  readonly member: Member;
  readonly rows: Rows<ReturnType<typeof shopStatements>>;
}

/** The member of the session with what the shop shows of them; null for visitors. A banned member is refused with `banned`. */
async function viewerOf(ctx: Context): Promise<Viewer | null> {
  if (!ctx.session.credential) return null;
  try {
    const { member, ...rows } = await requireSession(ctx, (me, db) => shopStatements(me, db, ctx));
    return { member, rows };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'signed_out') return null;
    throw error;
  }
}

/**
 * What can be bought here, at which prices and with which methods. A member also sees their own discount, limits and last order
 * (docs/product.md, "Credits page").
 */
export async function getShop(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { settings, env, visitor, now } = ctx;
  const viewer = await viewerOf(ctx);
  const country = (viewer ? asCountry(viewer.member.paymentCountry) : selectedCountry(ctx)) ?? settings.default_country;
  const { offers, methods } = await shopCatalogueOf(ctx, country);
  const provider = chosenPaymentProvider(env, settings);
  const discount = viewer ? activeDiscount(viewer.rows.personalDiscounts, viewer.member, now) : null;
  const isRenewing = (viewer?.rows.renewal.length ?? 0) > 0;
  const { currency } = moneyOf(0, offers[0]?.currency ?? 'EUR');
  return {
    is_open: provider !== null,
    packs: ofKind(offers, 'pack').map((offer) => ({ id: offer.id, credits: offer.credits, ...pricesOf(offer, discount) })),
    plans: ofKind(offers, 'plan').map((offer) => ({
      id: offer.id,
      months: offer.months,
      ...pricesOf(offer, discount),
      can_renew: provider !== null && canRenew(provider, offer, { premiumUntil: viewer?.member.premiumUntil ?? null, isRenewing }, now),
      gives: [...PLAN_BENEFITS],
    })),
    payment_methods: methods
      .filter(({ id }) => provider === null || provider.methods.includes(id))
      .map(({ id }) => ({ id, name: methodName(id, visitor.locale), renews: provider?.renewingMethods.includes(id) ?? false })),
    discount: viewer && discount ? discountAnswer(discount, viewer.member) : null,
    currency,
    payment_country: country,
    // The setting is in basis points: 2100 is 21 percent.
    vat_percent: (settings.vat_rates[country] ?? 0) / 100,
    ...memberPartOf(ctx, viewer, currency),
  };
}

const ofKind = (offers: readonly Offer[], kind: Offer['kind']) => offers.filter((offer) => offer.kind === kind);

const pricesOf = ({ kind, amount, currency }: Offer, discount: DiscountRow | null) => ({
  price: moneyOf(discount && appliesTo(discount, kind) ? discountedAmount(amount, discount.percent) : amount, currency),
  full_price: moneyOf(amount, currency),
});

type MemberPart = Pick<Shop, 'last_order' | 'open_order' | 'limits' | 'owed' | 'unusual' | 'premium' | 'renewal'>;

/** The part of the shop that is a member's own; empty for visitors. */
function memberPartOf({ settings, now }: Context, viewer: Viewer | null, currency: Shop['currency']): MemberPart {
  if (!viewer) return { last_order: null, open_order: null, limits: null, owed: 0, unusual: null, premium: null, renewal: null };
  const { lastPaid, limits, debt, paid, span, latestOpen, ...rows } = viewer.rows;
  const [renewal] = rows.renewal;
  const spent = paid.find((row) => row.currency === currency);
  return {
    last_order: lastPaid[0] ? lastOrder(lastPaid[0]) : null,
    open_order: latestOpen[0] ? transactionLine(latestOpen[0]) : null,
    limits: limitsAnswer(limits[0] ?? null, now, { currency, rates: settings.exchange_rates }),
    owed: debt[0]?.owed ?? 0,
    unusual: spent && isUnusual(spent, settings.unusual_spending[currency]) ? { today: moneyOf(spent.today, currency) } : null,
    premium: premiumOf(viewer.member, { span: span[0], renews: renewal !== undefined }, now),
    renewal: renewal ? { at: isoTime(renewal.at), price: moneyOf(renewal.amount, renewal.currency) } : null,
  };
}

const lastOrder = ({ id, kind, productId, method, amount, currency, paidAt, createdAt }: OrderRow): Shop['last_order'] => ({
  transaction: id,
  pack: kind === 'pack' ? productId : null,
  plan: kind === 'plan' ? productId : null,
  payment_method: method,
  paid: moneyOf(amount, currency),
  at: isoTime(paidAt ?? createdAt),
});

type Span = Viewer['rows']['span'][number];

/**
 * The member's premium; null if none runs. Premium that an operator granted has no span and so no plan. Premium counts as renewing if any
 * plan of the member renews, also if `span`, the one that ends last, does not.
 */
function premiumOf(
  { premiumUntil }: Member,
  { span, renews }: { readonly span: Span | undefined; readonly renews: boolean },
  now: number,
): Shop['premium'] {
  const until = Math.max(premiumUntil ?? 0, span?.untilAt ?? 0);
  if (until <= now) return null;
  return {
    plan: span?.planId ?? null,
    until: isoTime(until),
    renews,
    transaction: span?.orderId ?? null,
  };
}
