import { DAY, HOUR } from '#contract/durations';
import { batch, type OptionalStatement } from '#db/client';
import {
  completeSubscriptions,
  endSpan,
  overdueRenewals,
  type StoppedSubscription,
  spansToEnd,
  stoppedSubscriptions,
} from '#db/queries/credits/renewals';
import { countAttempts } from '#db/queries/shared/attempt-counters';
import { eventOutboxRow } from '../../../delivery/event-outbox.ts';
import { logLine } from '../../../lib/log.ts';
import { endOfRun, inRounds } from '../../../lib/rounds.ts';
import { endSubscriptions } from '../../../platform/payments/end-subscriptions.ts';
import { paymentProviderOf } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { accountEventRows } from '../orders/order-notifications.ts';
import type { SettleContext } from '../orders/settle-order.ts';
import { settlePayment } from '../orders/settle-payment.ts';

/** Spans that are ended in one run. */
const BOUNDS = { size: 50, rows: 500, perSecond: 50 };
/** Subscriptions that the providers are asked about in an hour, for each of the two reasons. */
const SUBSCRIPTIONS_PER_HOUR = 50;
/** How long a renewal is waited for, as direct debits take days. After this time the plan no longer renews and nothing more is charged. */
const RENEWAL_WAIT_MS = 7 * DAY;

/** Counts the runs of an hour: the first one does what is due once an hour. */
export const HOURLY_PREMIUM = 'duty:renewals';
const HOURLY = { key: HOURLY_PREMIUM, withinMs: HOUR, most: 1, isOfAccount: false };

type Span = Awaited<ReturnType<typeof spansToEnd>>[number];

/**
 * Ends premium spans that are over and notifies their members whether they were renewed; runs every minute. Once an hour it also asks
 * providers about renewals without a webhook, and again to end subscriptions that were stopped (docs/product.md, "End of a premium span");
 * those that it does not get to in 40 seconds, an hour later.
 */
export async function reconcilePremium(ctx: SettleContext): Promise<void> {
  const end = endOfRun();
  await inRounds(BOUNDS, async (limit) => {
    const over = await spansToEnd(ctx.db, ctx.now, ctx.now - RENEWAL_WAIT_MS, limit);
    const endings: OptionalStatement[] = over.flatMap((span) => Object.values(endStatements(ctx, span)));
    await batch(ctx.db, endings);
    return over.length;
  });
  const [attempt] = await countAttempts(ctx.db, [HOURLY], null, ctx.now);
  if (attempt?.count !== 1) return;
  const { stopped, missing } = await batch(ctx.db, {
    stopped: stoppedSubscriptions(ctx.db, SUBSCRIPTIONS_PER_HOUR),
    missing: overdueRenewals(ctx.db, ctx.now, SUBSCRIPTIONS_PER_HOUR),
  });
  await endSubscriptions(ctx, completeSubscriptions(stopped), end);
  for (const subscription of completeSubscriptions(missing)) {
    if (Date.now() > end) return;
    await settleRenewals(ctx, subscription);
  }
}

/** Settles the latest payments of a subscription. A provider that cannot be reached is asked again an hour later. */
async function settleRenewals(ctx: SettleContext, { provider: name, subscription: ref, customer }: StoppedSubscription): Promise<void> {
  try {
    const provider = paymentProviderOf(ctx.env, name);
    if (!provider) return;
    for (const payment of await provider.renewals({ ref, customer })) await settlePayment(ctx, provider, payment);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    logLine('warn', { at: 'renewal', provider: name, fault: error.message });
  }
}

/** The statements that end a span. A member who did not ask for renewal is not notified, as they know the end. */
function endStatements(ctx: SettleContext, { id, renews, isRenewed, member, order }: Span) {
  const event = { ...eventOutboxRow(member.id, { type: 'user.changed' }, ctx.now), dueAt: ctx.now };
  const notification = renews ? accountEventRows(ctx, member, isRenewed ? 'premium_renewed' : 'premium_not_renewed', order) : null;
  return endSpan(ctx.db, id, event, notification);
}
