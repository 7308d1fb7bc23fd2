import type { deleteUser as endpoint } from '#contract/account-changes';
import type { ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { deleteMember } from '#db/queries/account/account-status';
import { completeSubscriptions } from '#db/queries/credits/renewals';
import { deleteAttempts } from '#db/queries/shared/attempt-counters';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { accountStatusAfter } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { passwordAttemptKey, passwordStatements, requirePassword } from '../../domain/credentials.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';
import { endSubscriptions } from '../../platform/payments/end-subscriptions.ts';
import { undeleteMail } from './undelete-mail.ts';

/**
 * Hides the account everywhere at once, ends its sessions and renewals, refunds paid messages that its member has not read, and mails the
 * link that restores it within 28 days (docs/product.md, "Deleting an account").
 */
export async function deleteUser(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { password, reason } = input;
  const { member, ...passwordRows } = await requireSession(ctx, (id) => passwordStatements(ctx, id));
  await requirePassword(passwordRows, password, 'password');
  const statusAfter = accountStatusAfter(member, 'delete') ?? refuse('signed_out');
  const step = { id: member.id, from: member.status, to: statusAfter, now };
  const rows = await batch(db, {
    ...deleteMember(db, step, reason || null, await undeleteMail(ctx, member, now)),
    deletedAttempts: deleteAttempts(db, [passwordAttemptKey(member.id)]),
  });
  // The status has changed since it was read, by a mailed link or a ban: read it again and decide anew.
  if (rows.deletedMember.length === 0) return deleteUser(ctx, input);
  ctx.session.end();
  ctx.knownDevice.forget();
  ctx.publish({ events: writtenEvents(rows.sessionEvents, rows.refundEvents, rows.partnerEvents), mails: rows.undeleteMail });
  ctx.later(() => endSubscriptions(ctx, completeSubscriptions(rows.stoppedSubscriptions)));
}
