import { type Asked, together } from '#db/client';
import { countAttempt } from '#db/queries/attempts';
import { endSpan, renewalsMissing, spansOver, stoppedSubscriptions, subscriptionsIn } from '#db/queries/renewals';
import type { Context } from '../../domain/context.ts';
import { DAY, HOUR } from '../../domain/limit.ts';
import { accountNews } from '../../mails/account-news.ts';
import { endSubscriptions } from '../../platform/payments/end-subscriptions.ts';
import type { PaymentProvider } from '../../platform/payments/provider.ts';
import { providerOf } from '../../platform/payments/providers.ts';
import { eventRow } from '../../platform/publish.ts';

const AT_ONCE = 50;
/** A direct debit takes days; whatever has not come by then does not count as on its way any more, and nothing more is charged. */
const RENEWAL_MS = 7 * DAY;

type Duty = Pick<Context, 'db' | 'env' | 'settings' | 'now'>;
type Span = Awaited<ReturnType<typeof spansOver>>[number];

/** Asks a provider after payments and settles what it says, as a notice would. */
export type AskAfter = (provider: PaymentProvider, refs: readonly string[]) => Promise<void>;

/**
 * Keeps premium true, every minute: spans that are over end, and their members hear whether they were renewed. Once an hour it also
 * asks after renewals whose notice never came, and tells providers again of subscriptions that are stopped here.
 */
export async function reconcilePremium(ctx: Duty, askAfter: AskAfter): Promise<void> {
  const over = await spansOver(ctx.db, ctx.now, ctx.now - RENEWAL_MS, AT_ONCE);
  const [first, ...rest]: Asked[] = over.flatMap((span) => endingOf(ctx, span));
  if (first) await together(ctx.db, [first, ...rest]);
  const [turn] = await countAttempt(ctx.db, 'duty:renewals', HOUR, ctx.now);
  if (turn?.count !== 1) return;
  const [stopped, missing] = await together(ctx.db, [stoppedSubscriptions(ctx.db, AT_ONCE), renewalsMissing(ctx.db, ctx.now, AT_ONCE)]);
  await endSubscriptions(ctx, subscriptionsIn(stopped));
  for (const { provider: name, subscription: ref, customer } of subscriptionsIn(missing)) {
    const provider = providerOf(ctx.env, name);
    if (provider) await askAfter(provider, await provider.renewals({ ref, customer }));
  }
}

/** A member who did not ask for renewal knows when their premium ends, and is not told of it. */
function endingOf(ctx: Duty, { id, renews, isRenewed, member, order }: Span): readonly Asked[] {
  const event = { ...eventRow(member.id, { type: 'user.changed' }, ctx.now), dueAt: ctx.now };
  const news = renews ? accountNews(ctx, member, isRenewed ? 'premium_renewed' : 'premium_not_renewed', order) : null;
  return endSpan(ctx.db, id, event, news);
}
