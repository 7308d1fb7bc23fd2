import { completeSubscriptions, stopRenewals } from '#db/queries/credits/renewals';
import { insertEventWhen, previousStatementWrote, writtenEvents } from '#db/queries/shared/event-outbox';
import type { Context } from '../domain/context.ts';
import { endSubscriptions } from '../platform/payments/end-subscriptions.ts';
import { eventOutboxRow } from './event-outbox.ts';

/**
 * The statements that end all renewals of a member, with the event for their devices; with `when` only if it holds inside the batch. Premium
 * stays until the end of what is paid for (docs/product.md, "Stopping a renewal"). `finishEndedRenewal` takes their rows.
 */
export const endRenewalStatements = (ctx: Context, memberId: string, when?: Parameters<typeof stopRenewals>[2]) => ({
  stoppedRenewals: stopRenewals(ctx.db, memberId, when),
  renewalEvents: insertEventWhen(ctx.db, eventOutboxRow(memberId, { type: 'user.changed' }, ctx.now), previousStatementWrote),
});

interface EndedRows {
  readonly stoppedRenewals: Awaited<ReturnType<typeof stopRenewals>>;
  readonly renewalEvents: Awaited<ReturnType<typeof insertEventWhen>>;
}

/** Tells the member's devices and, after the answer, the provider, which is asked again every hour until it has ended the subscription. */
export function finishEndedRenewal(ctx: Context, { stoppedRenewals, renewalEvents }: EndedRows): void {
  ctx.publish({ events: writtenEvents(renewalEvents) });
  ctx.later(() => endSubscriptions(ctx, completeSubscriptions(stoppedRenewals)));
}
