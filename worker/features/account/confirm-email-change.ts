import type { confirmMailChange as endpoint } from '#contract/account';
import type { ParsedInputOf } from '#contract/endpoint';
import { brokenConstraint, together } from '#db/client';
import { completeMailChange, mailChangeById } from '#db/queries/account/email-changes';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import { accountNotice, accountPush } from '../../domain/account-notifications.ts';
import { lifeAfter } from '../../domain/account-status.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { readToken } from '../../lib/tokens.ts';
import { mailChangedMail } from './email-changed-mail.ts';

/** Completes a change of address by the link sent to the new address, and mails the old one if it was ever confirmed. */
export async function confirmMailChange(ctx: Context, { token }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const claims = await readToken(ctx.env.SIGNING_KEY, 'mail_change', token, now);
  const found = claims ? (await mailChangeById(db, claims.change))[0] : undefined;
  const statusAfter = found && lifeAfter(found.member, 'confirm');
  if (!found || !statusAfter) return refuseFields({ token: 'expired' });
  const { change, member } = found;
  const mail = member.status === 'active' ? await mailChangedMail(ctx, { ...member, email: change.oldEmail }, change.id) : null;
  const event = eventRow(member.id, { type: 'user.changed' }, now);
  const notification = accountNotice(member.id, 'mail_changed', now);
  const push = accountPush(member.id, now);
  try {
    const [completed, , eventRows, , mails] = await together(
      db,
      completeMailChange(db, { change, from: member.status, set: statusAfter, event, mail, notice: notification, push, now }),
    );
    if (completed.length === 0) refuseFields({ token: 'expired' });
    ctx.publish({ events: writtenEvents(eventRows), mails });
  } catch (error) {
    if (brokenConstraint(error) === 'UNIQUE members.email') refuse('email_taken');
    throw error;
  }
}
