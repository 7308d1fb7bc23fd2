import { batch } from '#db/client';
import { setProviderSubscription } from '#db/queries/credits/entitlements';
import { type OrderRow, orderByRef } from '#db/queries/credits/orders';
import { clearOrderDue, insertRenewalOrder, spanOfSubscription, spanToRenew, stopRenewalOfOrder } from '#db/queries/credits/renewal-orders';
import { insertEventWhen, previousStatementWrote, writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../../delivery/event-outbox.ts';
import { randomId } from '../../../lib/crypto.ts';
import { logLine } from '../../../lib/log.ts';
import { type Payment, PaymentFailure, type PaymentProvider } from '../../../platform/payments/providers/payment-provider.ts';
import { vatWithin } from './money.ts';
import { paymentOf } from './payment-request.ts';
import type { SettleContext } from './settle-order.ts';

type Span = Awaited<ReturnType<typeof spanOfSubscription>>[number];

/** Logs a renewal that needs the attention of the operator. */
const logRenewalFault = (fault: string, ref: string) => logLine('error', { at: 'renewal', fault, ref });

/** The row of a renewal's order: as the first order, with the VAT rate and the exchange rates in force now. */
function renewalRowOf({ settings, now }: SettleContext, { id, memberId, renews, order }: Span, ref: string) {
  const { kind, productId, months, country, currency, amount, method, provider } = order;
  const vatRate = Object.entries(settings.vat_rates).find(([code]) => code === country)?.[1] ?? 0;
  return {
    id: randomId(),
    memberId,
    nonce: ref,
    providerRef: ref,
    kind,
    productId,
    months,
    country,
    currency,
    amount,
    fullAmount: amount,
    vatRate,
    vatAmount: vatWithin(amount, vatRate),
    exchangeRates: settings.exchange_rates,
    method,
    provider,
    status: 'open' as const,
    renews: true,
    renewalOf: id,
    // A renewal that the member had stopped counts as withdrawn, so `refundWithdrawal` refunds it in full once it is paid.
    withdrawnAmount: renews ? 0 : amount,
    createdAt: now,
    dueAt: now,
  };
}

/**
 * The order of a payment that a subscription made by itself, written now if there is none yet; it is then settled as any other. Returns
 * null if the payment is not paid (yet), belongs to no known subscription, or is over another amount than the member agreed to.
 */
export async function findOrCreateRenewalOrder(ctx: SettleContext, { name }: PaymentProvider, payment: Payment): Promise<OrderRow | null> {
  const { ref, subscription, status, amount, currency } = payment;
  if (subscription === null) return null;
  const {
    order: [existing],
    span: [span],
  } = await batch(ctx.db, { order: orderByRef(ctx.db, ref), span: spanOfSubscription(ctx.db, name, subscription.ref) });
  if (existing) return existing;
  if (status !== 'paid') return null;
  if (!span || span.order.amount !== amount || span.order.currency !== currency) {
    logRenewalFault(span ? 'another amount' : 'no subscription', ref);
    return null;
  }
  const { order } = await batch(ctx.db, insertRenewalOrder(ctx.db, renewalRowOf(ctx, span, ref)));
  return order[0] ?? null;
}

/** The subscription that renews an order. Returns null if the provider never will; throws PaymentFailure if it cannot now. */
async function openSubscription(ctx: SettleContext, provider: PaymentProvider, order: OrderRow, span: { untilAt: number; locale: string }) {
  try {
    const first = order.providerRef === null ? null : await provider.find(order.providerRef);
    if (!first) return null;
    const renewal = { order: paymentOf(ctx, span, order), months: order.months, startsAt: span.untilAt };
    return await provider.subscribe(first, renewal);
  } catch (error) {
    if (error instanceof PaymentFailure && error.isFinal) return null;
    throw error;
  }
}

/**
 * Opens the subscription that renews what an order bought, from the end of its span on. The order stays due until that is done. If the
 * provider refuses for good, the span no longer renews and the member's devices show it. A subscription that the member stops meanwhile is
 * ended by the hourly task for stopped ones.
 */
export async function openRenewal(ctx: SettleContext, provider: PaymentProvider, order: OrderRow): Promise<void> {
  const { id, memberId } = order;
  const [span] = await spanToRenew(ctx.db, id);
  // The span was revoked, its renewal stopped or the account erased meanwhile.
  if (!span?.renews || memberId === null) return void (await clearOrderDue(ctx.db, order));
  const subscription = await openSubscription(ctx, provider, order, span);
  if (subscription) {
    await batch(ctx.db, { subscription: setProviderSubscription(ctx.db, id, subscription), order: clearOrderDue(ctx.db, order) });
    return;
  }
  logRenewalFault('not opened', id);
  const event = eventOutboxRow(memberId, { type: 'user.changed' }, ctx.now);
  const { events } = await batch(ctx.db, {
    stoppedSpan: stopRenewalOfOrder(ctx.db, id),
    events: insertEventWhen(ctx.db, event, previousStatementWrote),
    order: clearOrderDue(ctx.db, order),
  });
  ctx.publish({ events: writtenEvents(events) });
}
