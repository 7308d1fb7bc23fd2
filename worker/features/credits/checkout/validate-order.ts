import type { createOrder as endpoint } from '#contract/credits';
import { discountedAmount } from '#contract/discounts';
import { HOUR } from '#contract/durations';
import type { ParsedInputOf } from '#contract/endpoint';
import { countOrders, type OrderRow, orderByNonce, ordersForSpendingLimits } from '#db/queries/credits/orders';
import { type Offer, offerForMember, paymentMethodsOfMember } from '#db/queries/credits/products';
import { nextRenewal } from '#db/queries/credits/renewals';
import { spendingLimitsOf } from '#db/queries/credits/spending-limits';
import type { Context, Member } from '../../../domain/context.ts';
import {
  activeDiscount,
  activeDiscountStatements,
  appliesTo,
  codeStatements,
  discountByCode,
  extraCreditsOf,
} from '../../../domain/discounts.ts';
import { refuse, refuseFields } from '../../../domain/errors.ts';
import { asCountry } from '../../../domain/profile-card.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { randomId } from '../../../lib/crypto.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { chosenPaymentProvider } from '../../../platform/payments/provider-registry.ts';
import type { PaymentProvider } from '../../../platform/payments/providers/payment-provider.ts';
import { converted } from '../orders/exchange-rates.ts';
import { vatWithin } from '../orders/money.ts';
import { canRenew } from '../premium/can-renew.ts';
import { currencyOfLimits, exceededLimit, limitsInForce, ordersIn, SPENDING_WINDOW_MS } from '../shop/spending-limits.ts';

export type OrderInput = ParsedInputOf<typeof endpoint>;
type OrderFacts = Omit<Awaited<ReturnType<typeof readOrderFacts>>, 'same'>;

/** Reads everything an order is judged by, in the batch that proves the session. */
export async function readOrderFacts(ctx: Context, { nonce, pack, plan, discount_code }: OrderInput) {
  const { now, settings } = ctx;
  const countedFrom = { since: now - SPENDING_WINDOW_MS, hourAgo: now - HOUR };
  const { same, offer, counted, limits, renewal, ...rows } = await requireSession(ctx, (me, db) => ({
    same: orderByNonce(db, me, nonce),
    offer: offerForMember(db, me, pack ?? plan ?? '', settings.default_country),
    methods: paymentMethodsOfMember(db, me, settings.default_country),
    spent: ordersForSpendingLimits(db, me, countedFrom),
    counted: countOrders(db, me),
    limits: spendingLimitsOf(db, me),
    renewal: nextRenewal(db, me),
    ...activeDiscountStatements(me, db),
    ...codeStatements(discount_code ?? '', me, db),
  }));
  return {
    ...rows,
    same: same[0],
    offer: offer[0],
    made: counted[0]?.count ?? 0,
    limits: limits[0] ?? null,
    isRenewing: renewal.length > 0,
  };
}

/** The product that is ordered. Refuses with 422 if it is not sold where the member pays or is of another kind than the input says. */
const offerOf = ({ offer }: OrderFacts, { pack }: OrderInput): Offer => {
  const kind = pack === undefined ? 'plan' : 'pack';
  return offer?.kind === kind ? offer : refuseFields({ [kind]: 'unknown' });
};

/** Refuses a payment method that is not offered in the country, not taken by the provider, or not able to renew if `renews`. */
function enforceMethod({ methods }: OrderFacts, provider: PaymentProvider, method: string, renews: boolean): void {
  if (!methods.some(({ id }) => id === method)) refuseFields({ payment_method: 'unknown' });
  const accepted = renews ? provider.renewingMethods : provider.methods;
  if (!accepted.includes(method)) refuseFields({ payment_method: 'not_allowed' });
}

/**
 * The discount of an order: of the typed code, refused if it gives the member nothing for this product; without a code, the automatic one
 * if it applies to the product.
 */
function discountFor(
  { now }: Context,
  { member, personalDiscounts, codeDiscount }: OrderFacts,
  { discount_code }: OrderInput,
  { kind }: Offer,
) {
  if (discount_code === undefined) {
    const active = activeDiscount(personalDiscounts, member, now);
    return active && appliesTo(active, kind) ? active : null;
  }
  const ofCode = discountByCode(codeDiscount, member, now);
  return ofCode && appliesTo(ofCode, kind) ? ofCode : refuse('unknown_code');
}

/** Refuses with 409 if the price differs from the one that the member was shown, because a discount has ended or a price has changed. */
function enforceExpectedPrice({ expects }: OrderInput, amount: number, currency: string): void {
  if (expects && (expects.amount !== amount || expects.currency !== currency)) refuse('conflict');
}

/** Refuses an order above the limit of orders an hour, or above a spending limit of the member, which counts orders of all currencies. */
function enforceOrderLimits({ settings, now }: Context, { spent, limits }: OrderFacts, amount: number, currency: string): void {
  const timesWithinHour = spent.map(({ createdAt }) => createdAt).filter((at) => at > now - HOUR);
  if (timesWithinHour.length >= settings.orders_an_hour)
    refuse('too_many', { limit: settings.orders_an_hour, ends_at: isoTime(Math.min(...timesWithinHour) + HOUR) });
  const rates = settings.exchange_rates;
  const limitCurrency = currencyOfLimits(limits, currency);
  const counted = converted(amount, { from: currency, to: limitCurrency, rates }, 'up');
  const exceeded = exceededLimit(ordersIn(spent, limitCurrency, rates), limitsInForce(limits, now), { amount: counted, now });
  if (!exceeded) return;
  const limit = converted(exceeded.limit, { from: limitCurrency, to: currency, rates }, 'down');
  refuse('too_many', { reason: 'spending_limit', limit, ...(exceeded.endsAt === null ? {} : { ends_at: isoTime(exceeded.endsAt) }) });
}

/** Checks an order by the rules in force and returns its row, or refuses it. Price and country never come from the client. */
export function validateOrder(ctx: Context, input: OrderInput, read: OrderFacts) {
  const { env, settings, now } = ctx;
  const { member, made, isRenewing } = read;
  if (member.status !== 'active') refuse('not_confirmed');
  const provider = chosenPaymentProvider(env, settings) ?? refuse('unavailable', { reason: 'closed', ends_at: isoTime(now + HOUR) });
  const offer = offerOf(read, input);
  const renews = offer.kind === 'plan' && (input.renews ?? false);
  if (renews && !canRenew(provider, offer, { premiumUntil: member.premiumUntil, isRenewing }, now)) refuseFields({ renews: 'not_allowed' });
  enforceMethod(read, provider, input.payment_method, renews);
  const discount = discountFor(ctx, read, input, offer);
  const amount = discountedAmount(offer.amount, discount?.percent ?? null);
  enforceExpectedPrice(input, amount, offer.currency);
  enforceOrderLimits(ctx, read, amount, offer.currency);
  return { row: orderRowOf(ctx, { input, member, offer, provider, renews, discount, amount }), made };
}

interface OrderParts {
  readonly input: OrderInput;
  readonly member: Member;
  readonly offer: Offer;
  readonly provider: PaymentProvider;
  readonly renews: boolean;
  readonly discount: ReturnType<typeof discountFor>;
  readonly amount: number;
}

function orderRowOf({ settings, now }: Context, { input, member, offer, provider, renews, discount, amount }: OrderParts) {
  const vatRate = settings.vat_rates[asCountry(offer.country) ?? settings.default_country] ?? 0;
  const status: OrderRow['status'] = 'open';
  return {
    id: randomId(),
    memberId: member.id,
    nonce: input.nonce,
    status,
    createdAt: now,
    kind: offer.kind,
    productId: offer.id,
    credits: offer.credits,
    months: offer.months,
    extraCredits: extraCreditsOf(discount, offer.kind),
    country: offer.country,
    currency: offer.currency,
    fullAmount: offer.amount,
    amount,
    vatRate,
    vatAmount: vatWithin(amount, vatRate),
    exchangeRates: settings.exchange_rates,
    discountCode: discount?.code ?? null,
    method: input.payment_method,
    provider: provider.name,
    renews,
  };
}
