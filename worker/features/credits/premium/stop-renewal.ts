import { batch } from '#db/client';
import { completeSubscriptions, stopRenewals } from '#db/queries/credits/renewals';
import { insertEventWhen, previousStatementWrote, writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../../delivery/event-outbox.ts';
import type { Context } from '../../../domain/context.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { endSubscriptions } from '../../../platform/payments/end-subscriptions.ts';

/**
 * Stops the renewal: here at once, and at the provider as soon as it can be reached. Premium stays until the end of what is paid for
 * (docs/product.md, "Stopping a renewal").
 */
export async function stopRenewal(ctx: Context): Promise<undefined> {
  const { member } = await requireSession(ctx, () => ({}));
  const event = eventOutboxRow(member.id, { type: 'user.changed' }, ctx.now);
  const { stopped, events } = await batch(ctx.db, {
    stopped: stopRenewals(ctx.db, member.id),
    events: insertEventWhen(ctx.db, event, previousStatementWrote),
  });
  ctx.publish({ events: writtenEvents(events) });
  ctx.later(() => endSubscriptions(ctx, completeSubscriptions(stopped)));
}
