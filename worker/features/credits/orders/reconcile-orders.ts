import { HOUR, MINUTE } from '#contract/durations';
import { memberById } from '#db/queries/account/members';
import { claimDueOrders, type OrderRow } from '#db/queries/credits/orders';
import { clearOrderDue } from '#db/queries/credits/renewal-orders';
import { accountExists } from '../../../domain/account-status.ts';
import { logLine } from '../../../lib/log.ts';
import { inRounds } from '../../../lib/rounds.ts';
import { paymentProviderOf } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { endOrder } from './end-order.ts';
import { paymentWindowOf } from './order-lifetime.ts';
import { refundWithdrawal } from './refund-withdrawal.ts';
import { openRenewal } from './renewals.ts';
import type { SettleContext } from './settle-order.ts';
import { cancelAndSettle } from './settle-payment.ts';
import { isUnpaid } from './settlement-rules.ts';

/** Orders that are asked about at the same time, so that a provider that does not answer delays the others little. */
const CONCURRENT_ORDERS = 5;
/** Orders of one run. */
const BOUNDS = { size: 2 * CONCURRENT_ORDERS, rows: 200, perSecond: 20 };
/** The pause between two requests about one order: it doubles from the first of these up to the second. */
const CHECK_PAUSES_MS = [15 * MINUTE, 4 * HOUR] as const;
/** An order without a payment at its provider expires after this time. A late payment still counts. */
const UNSENT_ORDER_MS = HOUR;

/** How long after its creation an order expires if it is not paid. */
const lifetimeOf = (order: OrderRow) => (order.providerRef === null ? UNSENT_ORDER_MS : paymentWindowOf(order));

const isExpired = (order: OrderRow, now: number) => order.createdAt + lifetimeOf(order) <= now;

/** Ends the payment of an order that has ended in the database only. It stays due until that is done, but no longer than an open order. */
async function reconcileEnded(ctx: SettleContext, order: OrderRow): Promise<void> {
  const settled = await cancelAndSettle(ctx, order);
  if (isUnpaid(settled.status) && settled.dueAt !== null && isExpired(settled, ctx.now)) await clearOrderDue(ctx.db, settled);
}

/** Whether the member who ordered has left or is erased. */
async function hasNoMember({ db }: SettleContext, { memberId }: OrderRow): Promise<boolean> {
  const [member] = memberId === null ? [] : await memberById(db, memberId);
  return !member || !accountExists(member);
}

/** Brings one due order up to date: asks its provider, refunds a withdrawal, ends it or opens its renewal. */
async function reconcileOrder(ctx: SettleContext, order: OrderRow): Promise<void> {
  if (isUnpaid(order.status)) return reconcileEnded(ctx, order);
  const settled = await refundWithdrawal(ctx, order);
  const provider = paymentProviderOf(ctx.env, settled.provider);
  const { status, renews, withdrawnAmount, returnedAmount } = settled;
  if (status === 'open') {
    if (isExpired(settled, ctx.now)) await endOrder(ctx, settled, 'expired');
    else if (await hasNoMember(ctx, settled)) await endOrder(ctx, settled, 'canceled');
  } else if (status === 'paid' && renews && withdrawnAmount === 0) {
    if (provider) await openRenewal(ctx, provider, settled);
  } else if (withdrawnAmount <= returnedAmount) {
    await clearOrderDue(ctx.db, settled);
  }
}

/** The same, with any failure logged and not thrown, so that it does not stop the other orders. */
async function reconcileSafely(ctx: SettleContext, order: OrderRow): Promise<void> {
  try {
    await reconcileOrder(ctx, order);
  } catch (error) {
    const fault = error instanceof PaymentFailure ? error.message : error instanceof Error ? error.name : 'unknown';
    logLine('warn', { at: 'reconcile', order: order.id, fault });
  }
}

/**
 * Asks the providers about orders that are due: without a webhook, with a refund that was asked for, or unpaid. One that fails does not
 * stop the others; what is left after 200 orders or 40 seconds waits for the next run (docs/product.md, "Payment webhooks").
 */
export async function reconcileOrders(ctx: SettleContext): Promise<void> {
  await inRounds(BOUNDS, async (limit) => {
    const claimed = await claimDueOrders(ctx.db, ctx.now, limit, CHECK_PAUSES_MS);
    const due = claimed.values();
    // All of these share one iterator: each takes the next order when it has finished one.
    const drain = async () => {
      for (const order of due) await reconcileSafely(ctx, order);
    };
    await Promise.all(Array.from({ length: CONCURRENT_ORDERS }, drain));
    return claimed.length;
  });
}
