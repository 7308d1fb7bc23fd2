import { MINUTE } from '#contract/durations';
import type { OrderRow } from '#db/queries/credits/orders';
import type { Payment } from '../../../platform/payments/providers/payment-provider.ts';

/** How long after its end an order that can still be paid at its provider is first checked again. */
const FIRST_CHECK_MS = 15 * MINUTE;

type Status = OrderRow['status'];

/** What a step of an order does: its new columns, and what it grants and takes. */
export interface Settlement {
  readonly change: Partial<OrderRow> & { readonly status: Status };
  /** Credits of a pack that is paid by this step; 0 in every other step. */
  readonly grantedCredits: number;
  /** Credits to take back; negative if they are given again after a charge-back was won. */
  readonly takenBackCredits: number;
  readonly plan: 'granted' | 'revoked' | null;
  /** Whether the reserved use of the discount counts for good or is free again; null if it stays as it is. */
  readonly discount: 'kept' | 'returned' | null;
  /** What the member is notified of, with the amount in minor units: what went back in this step, or all that the bank has taken back. */
  readonly notification: { readonly event: 'order_returned' | 'charged_back'; readonly amount: number } | null;
}

/** Which part of a payment does not fit its order. With such a fault nothing is granted, whatever the payment's status. */
export type PaymentFault = 'order' | 'amount' | 'currency';

/** What does not fit between an order and a payment that names it; null if the payment is the order's own. */
export function faultOf(order: OrderRow, payment: Payment): PaymentFault | null {
  if (payment.orderId !== null && payment.orderId !== order.id) return 'order';
  if (order.providerRef !== null && order.providerRef !== payment.ref) return 'order';
  if (payment.currency.toUpperCase() !== order.currency) return 'currency';
  return payment.amount === order.amount ? null : 'amount';
}

/**
 * How many credits of an order have to be taken back in all, including those that became a debt: the withdrawn ones, and the share of all
 * that went back of the money beyond the withdrawal, rounded up. `returned` in minor units.
 */
export function creditsToTake(
  order: Pick<OrderRow, 'credits' | 'extraCredits' | 'amount' | 'withdrawnCredits' | 'withdrawnAmount'>,
  returned: number,
) {
  const total = order.credits + order.extraCredits;
  const returnedBeyond = Math.max(0, returned - order.withdrawnAmount);
  return Math.min(total, order.withdrawnCredits + Math.ceil((total * returnedBeyond) / order.amount));
}

/** Whether an order has ended without being paid. */
export const isUnpaid = (status: Status): boolean => status === 'failed' || status === 'canceled' || status === 'expired';

/**
 * The status after a step. A paid order stays paid until all of its money went back. The first end of an unpaid order stands, whether the
 * site's or the provider's; only a payment undoes it.
 */
function statusAfter(order: OrderRow, payment: Payment, returned: number): Status {
  if (order.paidAt !== null || payment.status === 'paid') return returned >= order.amount ? 'refunded' : 'paid';
  return payment.status === 'open' || isUnpaid(order.status) ? order.status : payment.status;
}

type PaymentState = Pick<OrderRow, 'status' | 'isChargedBack'>;

/** Whether a plan is in force. While any of its money is charged back it gives nothing, because it cannot be held in parts. */
const isPlanInForce = ({ status, isChargedBack }: PaymentState) => status === 'paid' && !isChargedBack;

/**
 * What a step does to a plan; null if nothing. The plan of an order with a withdrawal was revoked by it, or never granted because its
 * renewal had been stopped.
 */
function planChangeOf(order: OrderRow, after: PaymentState): Settlement['plan'] {
  if (order.kind !== 'plan' || order.withdrawnAmount > 0 || isPlanInForce(order) === isPlanInForce(after)) return null;
  return isPlanInForce(after) ? 'granted' : 'revoked';
}

interface StepResult {
  readonly status: Status;
  readonly returned: number;
  readonly plan: Settlement['plan'];
  /** Whether it can still be paid at its provider. */
  readonly isPayable: boolean;
}

/**
 * When the sweep has to look at an order again after a step, in milliseconds; null if never. Reasons are a renewal to open, a refund that
 * was asked for and is not complete, an order that ended but can still be paid at its provider, and an order that is open.
 */
function nextCheckAt(order: OrderRow, { status, returned, plan, isPayable }: StepResult, now: number): number | null {
  const opensRenewal = order.renews && order.renewalOf === null && order.withdrawnAmount === 0;
  if (plan === 'granted' && opensRenewal) return now;
  if (status === 'paid' && order.withdrawnAmount > returned) return order.dueAt ?? now;
  if (isUnpaid(status) && isPayable) return order.dueAt ?? now;
  return status === 'open' || (status === 'paid' && opensRenewal) ? order.dueAt : null;
}

/**
 * What the member is notified of. A first charge-back is named with its whole amount, because it may not raise the returned amount: the
 * bank may take money that was refunded before.
 */
function notificationOf(order: OrderRow, { returned, chargedBack }: { returned: number; chargedBack: number }): Settlement['notification'] {
  if (chargedBack > 0 && !order.isChargedBack) return { event: 'charged_back', amount: chargedBack };
  const amount = returned - order.returnedAmount;
  return amount > 0 ? { event: chargedBack > 0 ? 'charged_back' : 'order_returned', amount } : null;
}

/**
 * The next step of an order by the state of its payment (docs/product.md, "Settlement"): a pure function of both, so that webhooks may come
 * in any order and any number of times. Returns null if there is nothing to do. The caller has checked that the payment is the order's own.
 */
export function settlementOf(order: OrderRow, payment: Payment, now: number): Settlement | null {
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
  const plan = planChangeOf(order, { status, isChargedBack });
  return {
    change: {
      status,
      returnedAmount: returned,
      isChargedBack,
      takenCredits,
      providerRef: payment.ref,
      paidAt: isFirstPaid ? now : order.paidAt,
      dueAt: nextCheckAt(order, { status, returned, plan, isPayable }, now),
    },
    grantedCredits: isFirstPaid ? order.credits + order.extraCredits : 0,
    takenBackCredits: takenCredits - order.takenCredits,
    plan,
    discount: order.discountCode === null ? null : isFirstPaid ? 'kept' : isUnpaid(status) && !isUnpaid(order.status) ? 'returned' : null,
    notification: notificationOf(order, { returned, chargedBack: Math.min(order.amount, isPaid ? payment.chargedBack : 0) }),
  };
}

/** Whether a step changes anything that the member's devices show. One that grants credits also changes the status. */
export const isShownToMember = (order: OrderRow, { takenBackCredits, plan, notification, change }: Settlement): boolean =>
  takenBackCredits !== 0 || plan !== null || notification !== null || change.status !== order.status;

interface OrderEnd {
  readonly status: 'failed' | 'canceled' | 'expired';
  /** The payment after the provider was asked to end it; null if its state is unknown. */
  readonly payment: Payment | null;
  readonly now: number;
}

/**
 * The step that ends an unpaid order from the site's side. If the provider says that it was paid after all, it is settled instead. It stays
 * due while it can still be paid at the provider or its state there is unknown.
 */
export function unpaidEndOf(order: OrderRow, { status, payment, now }: OrderEnd): Settlement {
  const ownPayment = payment && faultOf(order, payment) === null ? payment : null;
  const paid = ownPayment?.status === 'paid' ? settlementOf(order, ownPayment, now) : null;
  if (paid) return paid;
  const isOver = order.providerRef === null || (ownPayment !== null && ownPayment.status !== 'open');
  return {
    change: { status, dueAt: isOver ? null : now + FIRST_CHECK_MS, tries: 0 },
    grantedCredits: 0,
    takenBackCredits: 0,
    plan: null,
    notification: null,
    discount: order.discountCode === null ? null : 'returned',
  };
}
