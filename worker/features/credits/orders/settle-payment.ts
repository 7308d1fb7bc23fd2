import type { OrderRow } from '#db/queries/credits/orders';
import { orderById, orderByRef } from '#db/queries/credits/orders';
import { logLine } from '../../../lib/log.ts';
import { paymentProviderOf } from '../../../platform/payments/provider-registry.ts';
import type { Payment, PaymentProvider } from '../../../platform/payments/providers/payment-provider.ts';
import { findOrCreateRenewalOrder } from './renewals.ts';
import { type SettleContext, settleOrder } from './settle-order.ts';

/** How many attempts settling gets while other steps of the order are written first. */
const MAX_ATTEMPTS = 5;

type FetchPayment = (provider: PaymentProvider, ref: string) => Promise<Payment | null>;

/** Settles an order by the payment that `ask` returns; without a provider or payment it stays as it is. Throws after too many attempts. */
async function settleWith(ask: FetchPayment, ctx: SettleContext, order: OrderRow, ref: string | null): Promise<OrderRow> {
  const provider = paymentProviderOf(ctx.env, order.provider);
  if (!provider || ref === null) return order;
  let current: OrderRow | undefined = order;
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0 && current; attemptsLeft -= 1) {
    const payment = await ask(provider, ref);
    if (!payment) return current;
    const settled = await settleOrder(ctx, current, payment);
    if (settled) return settled;
    [current] = await orderById(ctx.db, order.id);
  }
  throw new Error(`an order was overtaken ${MAX_ATTEMPTS} times`);
}

/**
 * Asks the provider for the payment of an order and settles the order by it. The order is read before the provider is asked, and the step
 * is written only if no other has been since, so that an older answer never undoes a newer one. Throws PaymentFailure if the provider
 * cannot be reached.
 */
export const settleFromProvider = (ctx: SettleContext, order: OrderRow, ref = order.providerRef): Promise<OrderRow> =>
  settleWith((provider, paymentRef) => provider.find(paymentRef), ctx, order, ref);

/** The same for an order that has ended in the database: the provider first ends its payment if it can still be paid. */
export const cancelAndSettle = (ctx: SettleContext, order: OrderRow): Promise<OrderRow> =>
  settleWith((provider, paymentRef) => provider.cancel(paymentRef), ctx, order, order.providerRef);

/**
 * Settles the order of a payment that a webhook names. The order is found by the payment's reference or, if that is not stored yet, by the
 * order id in the payment; then the provider is asked again, because the order has to be read before its payment.
 */
export async function settlePayment(ctx: SettleContext, provider: PaymentProvider, ref: string): Promise<void> {
  const [order] = await orderByRef(ctx.db, ref);
  if (order) return void (await settleFromProvider(ctx, order));
  const payment = await provider.find(ref);
  if (!payment) return logLine('warn', { at: 'payment', fault: 'unknown', ref });
  const named =
    payment.orderId === null ? await findOrCreateRenewalOrder(ctx, provider, payment) : (await orderById(ctx.db, payment.orderId))[0];
  if (named) return void (await settleFromProvider(ctx, named, payment.ref));
  logLine('warn', { at: 'payment', fault: 'no order', ref: payment.ref });
}
