import type { cancelOrder as endpoint } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { codesOfCanceledOrders, type OrderDetails, type OrderRow, orderDetailsById } from '#db/queries/credits/orders';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { logLine } from '../../../lib/log.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { endOrder } from '../orders/end-order.ts';
import { settleFromProvider } from '../orders/settle-payment.ts';
import { ownTransaction } from './own-transaction.ts';

type Output = OutputOf<typeof endpoint>;

/** How many attempts a cancellation gets while a webhook or another tab changes the order. */
const MAX_ATTEMPTS = 4;
const RETRY_MS = 5000;

/**
 * Cancels an order that nobody has paid, once its provider confirms it, at the provider as well as here; its discount is free again. A
 * payment that arrives all the same counts. An order is therefore refused with 409 while an earlier canceled order with the same discount
 * can still be paid (docs/product.md, "Canceling an order").
 */
export async function cancelOrder(ctx: Context, { transaction: id }: ParsedInputOf<typeof endpoint>): Promise<Output> {
  const { member, details, canceled } = await requireSession(ctx, (me, db) => ({
    details: orderDetailsById(db, id),
    canceled: codesOfCanceledOrders(db, me),
  }));
  let whole: OrderDetails | undefined = details[0];
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    if (!whole || whole.order.memberId !== member.id) return refuse('not_found');
    // A renewal is not paid by the member and cannot be canceled; it is ended by stopping it.
    if (whole.order.status !== 'open' || whole.order.renewalOf !== null) return answerOf(ctx, whole);
    const order = await settledOrder(ctx, whole.order);
    if (order.status === 'open' && canceled.some(({ code }) => code === order.discountCode)) return refuse('conflict');
    const ended = order.status === 'open' ? await endOrder(ctx, order, 'canceled') : null;
    if (ended?.status === 'canceled') return answerOf(ctx, { ...whole, order: ended });
    [whole] = await orderDetailsById(ctx.db, id);
  }
  return refuse('unavailable', { ends_at: isoTime(ctx.now + RETRY_MS) });
}

const answerOf = (ctx: Context, whole: OrderDetails): Output => ({ transaction: ownTransaction(whole, ctx.settings, ctx.now) });

/** The order after its provider was asked, as it may have been paid. Refuses with 503 if the provider cannot be reached. */
async function settledOrder(ctx: Context, order: OrderRow): Promise<OrderRow> {
  try {
    return await settleFromProvider(ctx, order);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    logLine('warn', { at: 'payment', fault: error.message });
    return refuse('unavailable', { ends_at: isoTime(ctx.now + RETRY_MS) });
  }
}
