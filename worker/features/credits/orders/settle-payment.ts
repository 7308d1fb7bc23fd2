import type { OrderRow } from '#db/queries/credits/orders';
import { orderById, orderByRef } from '#db/queries/credits/orders';
import { providerOf } from '../../../platform/payments/provider-registry.ts';
import type { Payment, PaymentProvider } from '../../../platform/payments/providers/payment-provider.ts';
import { orderOfRenewal } from './renewals.ts';
import { type SettleContext, settleOrder } from './settle-order.ts';

/** How often an order is asked after again when another step of it came first. */
const TRIES = 5;

type Ask = (provider: PaymentProvider, ref: string) => Promise<Payment | null>;

async function settleBy(ask: Ask, ctx: SettleContext, order: OrderRow, ref: string | null): Promise<OrderRow> {
  const provider = providerOf(ctx.env, order.provider);
  if (!provider || ref === null) return order;
  let read: OrderRow | undefined = order;
  for (let left = TRIES; left > 0 && read; left -= 1) {
    const payment = await ask(provider, ref);
    if (!payment) return read;
    const settled = await settleOrder(ctx, read, payment);
    if (settled) return settled;
    [read] = await orderById(ctx.db, order.id);
  }
  throw new Error(`an order was overtaken ${TRIES} times`);
}

/**
 * Asks the provider what has become of an order, and settles it. The order is read before its provider is asked, and the step holds only while
 * nobody else has made one since: so what was true first never undoes what was true later. PaymentFailure: the provider is away.
 */
export const askAfter = (ctx: SettleContext, order: OrderRow, ref = order.providerRef): Promise<OrderRow> =>
  settleBy((provider, name) => provider.find(name), ctx, order, ref);

/** The same, of an order that has ended here: the provider is to end its payment first, if that can still be made. */
export const endAfter = (ctx: SettleContext, order: OrderRow): Promise<OrderRow> =>
  settleBy((provider, name) => provider.cancel(name), ctx, order, order.providerRef);

/** Does what a notice asks for: looks at one payment. Whether its order is known by it already or only by the name in it, it is asked after once the order was read. */
export async function settlePayment(ctx: SettleContext, provider: PaymentProvider, ref: string): Promise<void> {
  const [known] = await orderByRef(ctx.db, ref);
  if (known) return void (await askAfter(ctx, known));
  const payment = await provider.find(ref);
  if (!payment) return console.warn(JSON.stringify({ at: 'payment', fault: 'unknown', ref }));
  const named = payment.orderId === null ? await orderOfRenewal(ctx, provider, payment) : (await orderById(ctx.db, payment.orderId))[0];
  if (named) return void (await askAfter(ctx, named, payment.ref));
  console.warn(JSON.stringify({ at: 'payment', fault: 'no order', ref: payment.ref }));
}
