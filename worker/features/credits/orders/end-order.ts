import type { OrderRow } from '#db/queries/credits/orders';
import { logLine } from '../../../lib/log.ts';
import { paymentProviderOf } from '../../../platform/payments/provider-registry.ts';
import { type Payment, PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { applySettlement, type SettleContext } from './settle-order.ts';
import { unpaidEndOf } from './settlement-rules.ts';

/**
 * Ends a payment at its provider and returns it as it is then. Returns null if that is unknown: the payment was never created, or the
 * provider is not set up or cannot be reached.
 */
async function cancelAtProvider({ env }: SettleContext, { id, provider, providerRef }: OrderRow): Promise<Payment | null> {
  if (providerRef === null) return null;
  try {
    return (await paymentProviderOf(env, provider)?.cancel(providerRef)) ?? null;
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    logLine('warn', { at: 'cancel', order: id, fault: error.message });
    return null;
  }
}

/**
 * Ends an order whose payment the provider has just reported as open: at the provider first, so that it can no longer be paid at its old
 * price, then in the database. If it was paid at the last moment, it is settled instead. Returns the order as it is then, or null if
 * another step was written first.
 */
export async function endOrder(ctx: SettleContext, order: OrderRow, status: 'canceled' | 'expired'): Promise<OrderRow | null> {
  const payment = await cancelAtProvider(ctx, order);
  return applySettlement(ctx, order, unpaidEndOf(order, { status, payment, now: ctx.now }), payment);
}
