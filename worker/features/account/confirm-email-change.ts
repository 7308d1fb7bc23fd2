import type { confirmEmailChange as endpoint } from '#contract/account-changes';
import type { ParsedInputOf } from '#contract/endpoint';
import { batch, violatedConstraint } from '#db/client';
import { completeEmailChange, emailChangeById } from '#db/queries/account/email-changes';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import { announceLikesOfConfirmed } from '../../delivery/held-likes.ts';
import { accountNotification, accountPush } from '../../domain/account-notifications.ts';
import { accountStatusAfter } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { readToken } from '../../lib/tokens.ts';
import { emailChangedMail } from './email-change-mails.ts';

/** Completes a change of address by the link sent to the new address, and mails the old one if it was ever confirmed. */
export async function confirmEmailChange(ctx: Context, { token }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const claims = await readToken(ctx.env.SIGNING_KEY, 'mail_change', token, now);
  const found = claims ? (await emailChangeById(db, claims.change))[0] : undefined;
  const statusAfter = found && accountStatusAfter(found.member, 'confirm');
  if (!found || !statusAfter) return refuseFields({ token: 'expired' });
  const { change, member } = found;
  const mail = member.status === 'active' ? await emailChangedMail(ctx, { ...member, email: change.oldEmail }, change.id) : null;
  const event = eventOutboxRow(member.id, { type: 'user.changed' }, now);
  const notification = accountNotification(member.id, 'mail_changed', now);
  const push = accountPush(member.id, now);
  try {
    const { heldLikes, completedChange, userEvent, changedMail } = await batch(
      db,
      completeEmailChange(db, { change, from: member.status, set: statusAfter, event, mail, notification: notification, push, now }),
    );
    if (completedChange.length === 0) refuseFields({ token: 'expired' });
    ctx.publish({ events: writtenEvents(userEvent), mails: changedMail });
    if (heldLikes.length > 0) ctx.later(() => announceLikesOfConfirmed(ctx, member.id));
  } catch (error) {
    if (violatedConstraint(error) === 'UNIQUE members.email') refuse('email_taken');
    throw error;
  }
}
