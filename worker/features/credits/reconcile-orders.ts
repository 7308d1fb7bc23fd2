import { claimDueOrders, type OrderRow } from '#db/queries/orders';
import { DAY, HOUR, MINUTE } from '../../domain/limit.ts';
import { expire } from '../../domain/settlement.ts';
import { PaymentFailure } from '../../platform/payments/provider.ts';
import { providerOf } from '../../platform/payments/providers.ts';
import { refundWithdrawal } from './refund-withdrawal.ts';
import { openRenewal } from './renew.ts';
import { applySettlement, type SettleContext } from './settle-order.ts';
import { askAfter } from './settle-payment.ts';

const AT_A_TIME = 20;
/** Between two questions after one order: twice the last one, up to the second. */
const PAUSES = [15 * MINUTE, 4 * HOUR] as const;
/** An order that nobody has paid by then is over; one that never got a payment at its provider sooner. A late payment still counts. */
const OPEN_MS = 24 * HOUR;
const UNSENT_MS = HOUR;
/** A debit is under way for days after its payer has gone through with it; one that nobody has gone through with its provider ends by itself. */
const DEBIT_MS = 14 * DAY;

const lastsFor = ({ providerRef, method }: OrderRow) => (providerRef === null ? UNSENT_MS : method === 'sepa' ? DEBIT_MS : OPEN_MS);

async function reconcileOrder(ctx: SettleContext, order: OrderRow): Promise<void> {
  await refundWithdrawal(ctx, order);
  const settled = await askAfter(ctx, order);
  const provider = providerOf(ctx.env, settled.provider);
  if (settled.status === 'paid' && settled.renews && provider) await openRenewal(ctx, provider, settled);
  if (settled.status !== 'open') return;
  if (settled.createdAt + lastsFor(settled) <= ctx.now) await applySettlement(ctx, settled, expire(settled));
}

/** Asks after orders that are due: notices that never came, refunds that were asked for, orders that nobody pays (paying, "Payment port"). Each for itself. */
export async function reconcileOrders(ctx: SettleContext): Promise<void> {
  for (const order of await claimDueOrders(ctx.db, ctx.now, AT_A_TIME, PAUSES)) {
    try {
      await reconcileOrder(ctx, order);
    } catch (error) {
      const fault = error instanceof PaymentFailure ? error.message : error instanceof Error ? error.name : 'unknown';
      console.warn(JSON.stringify({ at: 'reconcile', order: order.id, fault }));
    }
  }
}
