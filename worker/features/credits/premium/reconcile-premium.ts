import { type Asked, together } from '#db/client';
import { endSpan, renewalsMissing, type Stopped, spansOver, stoppedSubscriptions, subscriptionsIn } from '#db/queries/credits/renewals';
import { countAttempt } from '#db/queries/shared/attempt-counters';
import { eventRow } from '../../../delivery/event-outbox.ts';
import { DAY, HOUR } from '../../../domain/rate-limit.ts';
import { endSubscriptions } from '../../../platform/payments/end-subscriptions.ts';
import { providerOf } from '../../../platform/payments/provider-registry.ts';
import { PaymentFailure } from '../../../platform/payments/providers/payment-provider.ts';
import { accountNews } from '../orders/order-notifications.ts';
import type { SettleContext } from '../orders/settle-order.ts';
import { settlePayment } from '../orders/settle-payment.ts';

const AT_ONCE = 50;
/** A direct debit takes days; whatever has not come by then does not count as on its way any more, and nothing more is charged. */
const RENEWAL_MS = 7 * DAY;

type Span = Awaited<ReturnType<typeof spansOver>>[number];

/**
 * Keeps premium true, every minute: spans that are over end, and their members hear whether they were renewed. Once an hour it also
 * asks after renewals whose notice never came, and tells providers again of subscriptions that are stopped here.
 */
export async function reconcilePremium(ctx: SettleContext): Promise<void> {
  const over = await spansOver(ctx.db, ctx.now, ctx.now - RENEWAL_MS, AT_ONCE);
  const [first, ...rest]: Asked[] = over.flatMap((span) => endingOf(ctx, span));
  if (first) await together(ctx.db, [first, ...rest]);
  const [turn] = await countAttempt(ctx.db, 'duty:renewals', HOUR, ctx.now);
  if (turn?.count !== 1) return;
  const [stopped, missing] = await together(ctx.db, [stoppedSubscriptions(ctx.db, AT_ONCE), renewalsMissing(ctx.db, ctx.now, AT_ONCE)]);
  await endSubscriptions(ctx, subscriptionsIn(stopped));
  for (const one of subscriptionsIn(missing)) await askForRenewal(ctx, one);
}

/** A provider that is away is asked again an hour later. */
async function askForRenewal(ctx: SettleContext, { provider: name, subscription: ref, customer }: Stopped): Promise<void> {
  try {
    const provider = providerOf(ctx.env, name);
    if (!provider) return;
    for (const payment of await provider.renewals({ ref, customer })) await settlePayment(ctx, provider, payment);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    console.warn(JSON.stringify({ at: 'renewal', provider: name, fault: error.message }));
  }
}

/** A member who did not ask for renewal knows when their premium ends, and is not told of it. */
function endingOf(ctx: SettleContext, { id, renews, isRenewed, member, order }: Span): readonly Asked[] {
  const event = { ...eventRow(member.id, { type: 'user.changed' }, ctx.now), dueAt: ctx.now };
  const news = renews ? accountNews(ctx, member, isRenewed ? 'premium_renewed' : 'premium_not_renewed', order) : null;
  return endSpan(ctx.db, id, event, news);
}
