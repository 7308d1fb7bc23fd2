import type { OwnTransaction, TransactionLine } from '#contract/credits';
import { COUNTRIES } from '#contract/primitives';
import type { OrderDetails, OrderRow } from '#db/queries/credits/orders';
import type { Settings } from '../../../config/settings.ts';
import { isoTime, isoTimeOrNull } from '../../../lib/iso-time.ts';
import { moneyOf } from '../orders/money.ts';
import { withdrawalOf } from './withdrawal-rules.ts';

/** An order as an entry of its owner's list. */
export const transactionLine = (order: OrderRow): TransactionLine => ({
  id: order.id,
  status: order.status,
  pack: order.kind === 'pack' ? order.productId : null,
  plan: order.kind === 'plan' ? order.productId : null,
  credits: order.credits,
  months: order.months,
  price: moneyOf(order.amount, order.currency),
  created_at: isoTime(order.createdAt),
});

/** An order's discount: the percentage of its code today, and what was charged less than the full price. */
const discountOf = ({ order, percent }: OrderDetails): OwnTransaction['discount'] =>
  order.discountCode === null ? null : { code: order.discountCode, percent, off: moneyOf(order.fullAmount - order.amount, order.currency) };

/** An order as its owner sees it at this moment (docs/product.md, "Transaction page"). */
export function ownTransaction(whole: OrderDetails, settings: Settings, now: number): OwnTransaction {
  const { order, span, remainingCredits } = whole;
  const withdrawal = withdrawalOf(order, { credits: remainingCredits ?? 0, span }, now);
  const money = (amount: number) => moneyOf(amount, order.currency);
  return {
    ...transactionLine(order),
    is_mine: true,
    extra_credits: order.extraCredits,
    full_price: money(order.fullAmount),
    discount: discountOf(whole),
    vat: { percent: order.vatRate / 100, amount: money(order.vatAmount) },
    payment_method: order.method,
    country: COUNTRIES.find((code) => code === order.country) ?? settings.default_country,
    paid_at: isoTimeOrNull(order.paidAt),
    premium: span ? { from: isoTime(span.fromAt), until: isoTime(span.untilAt), renews: span.renews } : null,
    returned: money(order.returnedAmount),
    returned_credits: order.takenCredits,
    is_withdrawn: order.withdrawnAmount > 0,
    is_charged_back: order.isChargedBack,
    redirect: order.status === 'open' ? order.redirect : null,
    withdrawal: withdrawal && { until: isoTime(withdrawal.until), credits: withdrawal.credits, price: money(withdrawal.amount) },
    is_refund_pending: order.withdrawnAmount > order.returnedAmount,
    company: settings.company,
  };
}
