import type { requestEmailChange as endpoint } from '#contract/account-changes';
import { DAY } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch, violatedConstraint } from '#db/client';
import { insertEmailChange, replaceUnconfirmedEmail } from '#db/queries/account/email-changes';
import { memberById, statusByEmail } from '#db/queries/account/members';
import { attemptsInWindow, countAttemptsWithin, deleteAttempts } from '#db/queries/shared/attempt-counters';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context, Member } from '../../domain/context.ts';
import { passwordAttemptKey, passwordStatements, requirePassword } from '../../domain/credentials.ts';
import { isDisposable } from '../../domain/disposable-email.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { counterKey } from '../../domain/limits.ts';
import { requireSession } from '../../domain/require-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { randomId } from '../../lib/crypto.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { activationMail } from '../../mail/activation-mail.ts';
import { emailChangeMail } from './email-change-mails.ts';

type Output = OutputOf<typeof endpoint>;

/**
 * Changes the e-mail address of an account. The address of an unconfirmed account is replaced at once; otherwise the new address has to
 * confirm first. With the strict address check it always has to, so that a taken address is answered like a free one
 * (docs/product.md, "Changing the e-mail address").
 */
export async function requestEmailChange(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<Output> {
  const { email, password } = input;
  const { db, now, settings } = ctx;
  const { member, ...rows } = await requireSession(ctx, (id) => ({
    ...passwordStatements(ctx, id),
    changeAttempts: attemptsInWindow(db, changeAttempt(id), DAY, now),
    accountsWithEmail: statusByEmail(db, email),
  }));
  const passwordHash = await requirePassword(rows, password, 'password');
  if (email === member.email || isDisposable(email)) refuseFields({ email: 'not_allowed' });
  const isStrict = settings.email_check === 'strict';
  const isTaken = rows.accountsWithEmail.length > 0;
  if (isTaken && !isStrict) refuse('email_taken');
  const [today] = rows.changeAttempts;
  if (today && today.count >= settings.mail_changes_a_day)
    refuse('too_many', { limit: settings.mail_changes_a_day, ends_at: isoTime(today.endsAt) });
  try {
    const replaced = member.status === 'not_confirmed' && !isStrict ? await replaceAtOnce(ctx, member, email) : null;
    return replaced ?? (await requestConfirmation(ctx, member, { email, isTaken, passwordHash }));
  } catch (error) {
    if (violatedConstraint(error) !== 'NOT NULL attempts.count') throw error;
    // The last change within the limit was stored meanwhile: check again.
    return requestEmailChange(ctx, input);
  }
}

const changeAttempt = (memberId: string) => counterKey('mail_changes_a_day', memberId);

/**
 * Statements of both ways to change: they count the change and clear the count of password attempts. A change above the limit violates
 * `NOT NULL attempts.count`.
 */
const countChangeStatements = ({ db, now, settings }: Context, memberId: string) => ({
  countedChange: countAttemptsWithin(
    db,
    [{ key: changeAttempt(memberId), withinMs: DAY, most: settings.mail_changes_a_day, isOfAccount: false }],
    now,
  ),
  deletedAttempts: deleteAttempts(db, [passwordAttemptKey(memberId)]),
});

/** Returns null if the current address was confirmed meanwhile; the caller then asks the new address. */
async function replaceAtOnce(ctx: Context, member: Member, email: string): Promise<Output | null> {
  const { db, now } = ctx;
  const mail = await activationMail(ctx, { ...member, email });
  try {
    const { replacedEmail, userEvent, ...rows } = await batch(db, {
      ...replaceUnconfirmedEmail(db, member, mail, eventOutboxRow(member.id, { type: 'user.changed' }, now)),
      ...countChangeStatements(ctx, member.id),
      changedMember: memberById(db, member.id),
      ...userStatements(member.id, db),
    });
    if (replacedEmail.length === 0) return null;
    ctx.publish({ events: writtenEvents(userEvent), mails: rows.activationMail });
    const [changedMember] = rows.changedMember;
    return changedMember ? { user: userOf(changedMember, rows, now) } : refuse('signed_out');
  } catch (error) {
    if (violatedConstraint(error) === 'UNIQUE members.email') refuse('email_taken');
    throw error;
  }
}

interface RequestedChange {
  readonly email: string;
  readonly isTaken: boolean;
  readonly passwordHash: string;
}

/** Stores the change and mails the new address. A taken address gets no mail, so that its change can never be completed. */
async function requestConfirmation(ctx: Context, member: Member, { email, isTaken, passwordHash }: RequestedChange): Promise<Output> {
  const { db, now } = ctx;
  const change = { id: randomId(), memberId: member.id, oldEmail: member.email, newEmail: email, createdAt: now };
  const mail = await emailChangeMail(ctx, { ...member, email }, change.id);
  const { storedChange, changeMail, ...rows } = await batch(db, {
    ...countChangeStatements(ctx, member.id),
    ...userStatements(member.id, db),
    ...insertEmailChange(db, change, passwordHash, isTaken ? null : mail),
  });
  if (storedChange.length === 0) refuseFields({ password: 'wrong_password' });
  ctx.publish({ mails: changeMail });
  return { user: userOf(member, rows, now) };
}
