import type { OrderRow } from '#db/queries/credits/orders';
import { providerOf } from '../../../platform/payments/provider-registry.ts';
import { type Payment, PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { applySettlement, type SettleContext } from './settle-order.ts';
import { endUnpaid } from './settlement-rules.ts';

/** Has the provider end a payment, and gives what it is then. Null: nobody knows, as it was never made or its provider is away. */
async function endThere({ env }: SettleContext, { id, provider, providerRef }: OrderRow): Promise<Payment | null> {
  if (providerRef === null) return null;
  try {
    return (await providerOf(env, provider)?.cancel(providerRef)) ?? null;
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    console.warn(JSON.stringify({ at: 'cancel', order: id, fault: error.message }));
    return null;
  }
}

/**
 * Ends an order that its provider has just said to be open: there first, so that it cannot be paid at its old price any more, then here. What was paid at
 * the last moment is settled instead. Gives the order as it is then, or null when another step came first.
 */
export async function endOrder(ctx: SettleContext, order: OrderRow, status: 'canceled' | 'expired'): Promise<OrderRow | null> {
  const payment = await endThere(ctx, order);
  return applySettlement(ctx, order, endUnpaid(order, { status, payment, now: ctx.now }), payment);
}
