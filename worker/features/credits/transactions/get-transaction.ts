import type { getTransaction as endpoint } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { type OrderDetails, type OrderRow, orderDetailsById } from '#db/queries/credits/orders';
import type { Context } from '../../../domain/context.ts';
import { Refusal, refuse } from '../../../domain/errors.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { logLine } from '../../../lib/log.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { settleFromProvider } from '../orders/settle-payment.ts';
import { ownTransaction } from './own-transaction.ts';

/** A page that waits for a payment asks more often than the provider has to be asked. */
const ASK_INTERVAL_MS = 3000;
const MAX_REMEMBERED_ORDERS = 1000;
/** When this isolate last asked the provider, by order id. */
const lastAskedAt = new Map<string, number>();

/** Whether the provider is to be asked about an order again; if so, notes the time. */
function isTimeToAsk({ id, status, providerRef }: OrderRow, now: number): boolean {
  if (status !== 'open' || providerRef === null || (lastAskedAt.get(id) ?? 0) > now - ASK_INTERVAL_MS) return false;
  if (lastAskedAt.size >= MAX_REMEMBERED_ORDERS) lastAskedAt.clear();
  lastAskedAt.set(id, now);
  return true;
}

/**
 * One order: all of it to its owner, its status to anybody who knows its id. The provider is asked about an open one first
 * (docs/product.md, "Transaction page").
 */
export async function getTransaction(ctx: Context, { id }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { viewer, whole } = await readAsMemberOrVisitor(ctx, id);
  const current = isTimeToAsk(whole.order, ctx.now) ? await settleIfPossible(ctx, whole) : whole;
  const { memberId, status } = current.order;
  const isMine = memberId !== null && memberId === viewer;
  return { transaction: isMine ? ownTransaction(current, ctx.settings, ctx.now) : { id, status } };
}

/** The order after its provider was asked, read again if that changed it; unchanged if the provider cannot be reached. */
async function settleIfPossible(ctx: Context, whole: OrderDetails): Promise<OrderDetails> {
  try {
    const order = await settleFromProvider(ctx, whole.order);
    if (order.revision === whole.order.revision) return whole;
    return (await orderDetailsById(ctx.db, order.id))[0] ?? whole;
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    logLine('warn', { at: 'payment', fault: error.message });
    return whole;
  }
}

/** Reads as the member of the session or, without a valid session, as a visitor. A banned member is refused with `banned`. */
async function readAsMemberOrVisitor(ctx: Context, id: string): Promise<{ viewer: string | null; whole: OrderDetails }> {
  if (ctx.session.credential) {
    try {
      const { member, details } = await requireSession(ctx, (_, db) => ({ details: orderDetailsById(db, id) }));
      return { viewer: member.id, whole: details[0] ?? refuse('not_found') };
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'signed_out')) throw error;
    }
  }
  const { details } = await batch(ctx.db, { details: orderDetailsById(ctx.db, id) });
  return { viewer: null, whole: details[0] ?? refuse('not_found') };
}
