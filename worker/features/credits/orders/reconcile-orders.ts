import { memberById } from '#db/queries/account/members';
import { claimDueOrders, type OrderRow } from '#db/queries/credits/orders';
import { noLongerDue } from '#db/queries/credits/renewal-orders';
import { isPresent } from '../../../domain/account-status.ts';
import { HOUR, MINUTE } from '../../../domain/rate-limit.ts';
import { providerOf } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { endOrder } from './end-order.ts';
import { paidWithin } from './order-lifetime.ts';
import { refundWithdrawal } from './refund-withdrawal.ts';
import { openRenewal } from './renewals.ts';
import type { SettleContext } from './settle-order.ts';
import { endAfter } from './settle-payment.ts';
import { isUnpaid } from './settlement-rules.ts';

/** In one sweep, and so many side by side: a provider that hangs keeps the others waiting no longer than it must. */
const AT_A_TIME = 60;
const SIDE_BY_SIDE = 5;
/** Between two questions after one order: twice the last one, up to the second. */
const PAUSES = [15 * MINUTE, 4 * HOUR] as const;
/** An order that nobody has paid by then is over; one that never got a payment at its provider sooner. A late payment still counts. */
const UNSENT_MS = HOUR;

const lastsFor = (order: OrderRow) => (order.providerRef === null ? UNSENT_MS : paidWithin(order));

const hasLasted = (order: OrderRow, now: number) => order.createdAt + lastsFor(order) <= now;

/** What has ended here alone is to end at its provider, too; until it has, it is asked after for as long as an open one would be. */
async function reconcileEnded(ctx: SettleContext, order: OrderRow): Promise<void> {
  const settled = await endAfter(ctx, order);
  if (isUnpaid(settled.status) && settled.dueAt !== null && hasLasted(settled, ctx.now)) await noLongerDue(ctx.db, settled);
}

/** Nobody is there (any more) to get what it would buy. */
async function isNobodys({ db }: SettleContext, { memberId }: OrderRow): Promise<boolean> {
  const [member] = memberId === null ? [] : await memberById(db, memberId);
  return !member || !isPresent(member);
}

async function reconcileOrder(ctx: SettleContext, order: OrderRow): Promise<void> {
  if (isUnpaid(order.status)) return reconcileEnded(ctx, order);
  const settled = await refundWithdrawal(ctx, order);
  const provider = providerOf(ctx.env, settled.provider);
  const { status, renews, withdrawnAmount, returnedAmount } = settled;
  if (status === 'open') {
    if (hasLasted(settled, ctx.now)) await endOrder(ctx, settled, 'expired');
    else if (await isNobodys(ctx, settled)) await endOrder(ctx, settled, 'canceled');
  } else if (status === 'paid' && renews && withdrawnAmount === 0) {
    if (provider) await openRenewal(ctx, provider, settled);
  } else if (withdrawnAmount <= returnedAmount) {
    await noLongerDue(ctx.db, settled);
  }
}

async function tryOrder(ctx: SettleContext, order: OrderRow): Promise<void> {
  try {
    await reconcileOrder(ctx, order);
  } catch (error) {
    const fault = error instanceof PaymentFailure ? error.message : error instanceof Error ? error.name : 'unknown';
    console.warn(JSON.stringify({ at: 'reconcile', order: order.id, fault }));
  }
}

/** Asks after orders that are due: notices that never came, refunds that were asked for, orders that nobody pays (paying, "Payment port"). Each for itself. */
export async function reconcileOrders(ctx: SettleContext): Promise<void> {
  const due = (await claimDueOrders(ctx.db, ctx.now, AT_A_TIME, PAUSES)).values();
  const oneByOne = async () => {
    for (const order of due) await tryOrder(ctx, order);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, oneByOne));
}
