import type { deleteUser as endpoint } from '#contract/account';
import type { ParsedInputOf } from '#contract/endpoint';
import { together } from '#db/client';
import { deleteMember } from '#db/queries/account/account-status';
import { subscriptionsIn } from '#db/queries/credits/renewals';
import { forgetAttempts } from '#db/queries/shared/attempt-counters';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { lifeAfter } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { holdToPassword, ownAttempt, passwordStatements } from '../../domain/credentials.ts';
import { refuse } from '../../domain/errors.ts';
import { asMember } from '../../domain/require-session.ts';
import { endSubscriptions } from '../../platform/payments/end-subscriptions.ts';
import { deletedMail } from './undelete-mail.ts';

/**
 * Hides the account everywhere at once, ends its sessions and renewals, refunds paid messages that its member has not read, and mails the
 * link that restores it within 28 days (docs/product.md, "Deleting an account").
 */
export async function deleteUser(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { password, reason } = input;
  const [member, hashes, counted] = await asMember(ctx, (id) => passwordStatements(ctx, id));
  await holdToPassword(ctx, { hashes, counted }, password, 'password');
  const statusAfter = lifeAfter(member, 'delete') ?? refuse('signed_out');
  const step = { id: member.id, from: member.status, to: statusAfter, now };
  const [deleted, mails, sessionEvents, , , refundEvents, , , , participantEvents, stoppedSubscriptions] = await together(db, [
    ...deleteMember(db, step, reason || null, await deletedMail(ctx, member, now)),
    forgetAttempts(db, ownAttempt(member.id)),
  ]);
  // The status has changed since it was read, by a mailed link or a ban: read it again and decide anew.
  if (deleted.length === 0) return deleteUser(ctx, input);
  ctx.session.end();
  ctx.publish({ events: writtenEvents(sessionEvents, refundEvents, participantEvents), mails });
  ctx.later(() => endSubscriptions(ctx, subscriptionsIn(stoppedSubscriptions)));
}
