import type { OrderRow } from '#db/queries/credits/orders';
import { MINUTE } from '../../../domain/rate-limit.ts';
import type { Payment } from '../../../platform/payments/providers/payment-provider.ts';

/** What has ended here and can still be paid at its provider is asked after so long after that, then with growing pauses. */
const LOOK_MS = 15 * MINUTE;

type Status = OrderRow['status'];

/** What a step of an order does: its new columns, and what it grants and takes. */
export interface Settlement {
  readonly change: Partial<OrderRow> & { readonly status: Status };
  /** Credits of a pack that are paid now; 0 when they were before, or never will be. */
  readonly granted: number;
  /** Credits to be taken back; negative: given again, since a charge-back was won. */
  readonly taken: number;
  readonly plan: 'granted' | 'revoked' | null;
  readonly discount: 'kept' | 'returned' | null;
  /** What of it the member is told, and over how much: what went back now, or all that their bank has taken. Minor units. */
  readonly told: { readonly event: 'order_returned' | 'charged_back'; readonly amount: number } | null;
}

/** Why a payment is not the order's: then nothing is granted, whatever it says. */
export type PaymentFault = 'order' | 'amount' | 'currency';

/** What does not fit between an order and a payment that names it; null: it is the order's own. */
export function faultOf(order: OrderRow, payment: Payment): PaymentFault | null {
  if (payment.orderId !== null && payment.orderId !== order.id) return 'order';
  if (order.providerRef !== null && order.providerRef !== payment.ref) return 'order';
  if (payment.currency.toUpperCase() !== order.currency) return 'currency';
  return payment.amount === order.amount ? null : 'amount';
}

/**
 * The credits of an order that are to be gone, with those that became a debt: what was withdrawn from, and of the rest as large a share as went back
 * of the money without being asked for by a withdrawal, rounded up.
 */
export function creditsToTake(
  order: Pick<OrderRow, 'credits' | 'extraCredits' | 'amount' | 'withdrawnCredits' | 'withdrawnAmount'>,
  returned: number,
) {
  const total = order.credits + order.extraCredits;
  const unasked = Math.max(0, returned - order.withdrawnAmount);
  return Math.min(total, order.withdrawnCredits + Math.ceil((total * unasked) / order.amount));
}

/** Whether an order has ended without being paid. */
export const isUnpaid = (status: Status): boolean => status === 'failed' || status === 'canceled' || status === 'expired';

/** Once paid it stays so, until all of it went back. The first end of what is not paid stands, ours or the provider's: only being paid undoes it. */
function statusAfter(order: OrderRow, payment: Payment, returned: number): Status {
  if (order.paidAt !== null || payment.status === 'paid') return returned >= order.amount ? 'refunded' : 'paid';
  return payment.status === 'open' || isUnpaid(order.status) ? order.status : payment.status;
}

type Standing = Pick<OrderRow, 'status' | 'isChargedBack'>;

/** A plan cannot be held in parts: while any of its money is charged back it gives nothing. */
const holds = ({ status, isChargedBack }: Standing) => status === 'paid' && !isChargedBack;

/** What goes back anyhow, as its renewal had been stopped, is not granted first; what was withdrawn from is gone. */
function planStep(order: OrderRow, after: Standing): Settlement['plan'] {
  if (order.kind !== 'plan' || order.withdrawnAmount > 0 || holds(order) === holds(after)) return null;
  return holds(after) ? 'granted' : 'revoked';
}

interface After {
  readonly status: Status;
  readonly returned: number;
  readonly plan: Settlement['plan'];
  /** It can still be paid at its provider. */
  readonly isPayable: boolean;
}

/** What is still to be done after a step: a renewal to be opened, a refund that was asked for and has not come, or came to nothing after all; an open order stays due as it was, and one that has ended here alone is to end there. */
function dueAfter(order: OrderRow, { status, returned, plan, isPayable }: After, now: number): number | null {
  const opensRenewal = order.renews && order.renewalOf === null && order.withdrawnAmount === 0;
  if (plan === 'granted' && opensRenewal) return now;
  if (status === 'paid' && order.withdrawnAmount > returned) return order.dueAt ?? now;
  if (isUnpaid(status) && isPayable) return order.dueAt ?? now;
  return status === 'open' || (status === 'paid' && opensRenewal) ? order.dueAt : null;
}

/** A bank that takes money back after a refund of it, or in its stead, leaves no more returned than before. */
function toldOf(order: OrderRow, { returned, chargedBack }: { returned: number; chargedBack: number }): Settlement['told'] {
  if (chargedBack > 0 && !order.isChargedBack) return { event: 'charged_back', amount: chargedBack };
  const amount = returned - order.returnedAmount;
  return amount > 0 ? { event: chargedBack > 0 ? 'charged_back' : 'order_returned', amount } : null;
}

/**
 * The next step of an order by the truth of its payment (paying, "Payment port"): a pure function of both, so that notices may come in whatever
 * order and however often. Null: nothing is to be done. Whether the payment is the order's own, `faultOf` says.
 */
export function settle(order: OrderRow, payment: Payment, now: number): Settlement | null {
  const isPaid = order.paidAt !== null || payment.status === 'paid';
  const returned = isPaid ? Math.min(order.amount, Math.max(0, payment.refunded) + Math.max(0, payment.chargedBack)) : 0;
  const isChargedBack = isPaid && payment.chargedBack > 0;
  const status = statusAfter(order, payment, returned);
  const takenCredits = creditsToTake(order, returned);
  const isPayable = payment.status === 'open';
  const isOver = isUnpaid(status) && !isPayable && order.dueAt !== null;
  const isSame = status === order.status && returned === order.returnedAmount && isChargedBack === order.isChargedBack && !isOver;
  if (isSame && takenCredits === order.takenCredits && order.providerRef !== null) return null;
  const isFirstPaid = isPaid && order.paidAt === null;
  const plan = planStep(order, { status, isChargedBack });
  return {
    change: {
      ...{ status, returnedAmount: returned, isChargedBack, takenCredits, providerRef: payment.ref },
      paidAt: isFirstPaid ? now : order.paidAt,
      dueAt: dueAfter(order, { status, returned, plan, isPayable }, now),
    },
    granted: isFirstPaid ? order.credits + order.extraCredits : 0,
    taken: takenCredits - order.takenCredits,
    plan,
    discount: order.discountCode === null ? null : isFirstPaid ? 'kept' : isUnpaid(status) && !isUnpaid(order.status) ? 'returned' : null,
    told: toldOf(order, { returned, chargedBack: Math.min(order.amount, isPaid ? payment.chargedBack : 0) }),
  };
}

interface End {
  readonly status: 'failed' | 'canceled' | 'expired';
  /** What its provider says after it was asked to end it, too; null: nothing. */
  readonly payment: Payment | null;
  readonly now: number;
}

/** Our own end of an order that nobody paid. Paid wins, if its provider says so after all; where it can still be paid, or nobody knows, it stays due. */
export function endUnpaid(order: OrderRow, { status, payment, now }: End): Settlement {
  const known = payment && faultOf(order, payment) === null ? payment : null;
  const paid = known?.status === 'paid' ? settle(order, known, now) : null;
  if (paid) return paid;
  const isOver = order.providerRef === null || (known !== null && known.status !== 'open');
  return {
    change: { status, dueAt: isOver ? null : now + LOOK_MS, tries: 0 },
    ...{ granted: 0, taken: 0, plan: null, told: null },
    discount: order.discountCode === null ? null : 'returned',
  };
}
