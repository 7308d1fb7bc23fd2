import type { requestMailChange as endpoint } from '#contract/account';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { brokenConstraint, together } from '#db/client';
import { insertMailChange, replaceUnprovenEmail } from '#db/queries/account/email-changes';
import { memberById, statusByEmail } from '#db/queries/account/members';
import { attemptsUntil, countAttempt, forgetAttempts } from '#db/queries/shared/attempt-counters';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import type { Context, Member } from '../../domain/context.ts';
import { holdToPassword, ownAttempt, passwordStatements } from '../../domain/credentials.ts';
import { isDisposable } from '../../domain/disposable-email.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { DAY, holdToLimit } from '../../domain/rate-limit.ts';
import { asMember } from '../../domain/require-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { randomId } from '../../lib/crypto.ts';
import { activationMail } from '../../mail/activation-mail.ts';
import { mailChangeMail } from './email-change-mail.ts';

type Output = OutputOf<typeof endpoint>;

/**
 * Changes the e-mail address of an account. The address of an unconfirmed account is replaced at once; otherwise the new address has to
 * confirm first. With the strict address check it always has to, so that a taken address is answered like a free one
 * (docs/product.md, "Changing the e-mail address").
 */
export async function requestMailChange(ctx: Context, { email, password }: ParsedInputOf<typeof endpoint>): Promise<Output> {
  const { db, now, settings } = ctx;
  const [member, hashes, counted, changeAttempts, accountsWithEmail] = await asMember(ctx, (id) => [
    ...passwordStatements(ctx, id),
    attemptsUntil(db, changeAttempt(id), DAY, now),
    statusByEmail(db, email),
  ]);
  const passwordHash = await holdToPassword(ctx, { hashes, counted }, password, 'password');
  if (email === member.email || isDisposable(email)) refuseFields({ email: 'not_allowed' });
  const isStrict = settings.email_check === 'strict';
  const isTaken = accountsWithEmail.length > 0;
  if (isTaken && !isStrict) refuse('email_taken');
  const today = changeAttempts[0];
  if (today) holdToLimit({ ...today, count: today.count + 1 }, settings.mail_changes_a_day);
  const replaced = member.status === 'not_confirmed' && !isStrict ? await replaceAtOnce(ctx, member, email) : null;
  return replaced ?? askFirst(ctx, member, { email, isTaken, passwordHash });
}

const changeAttempt = (memberId: string) => `mail_change:${memberId}`;

/** Statements of both ways to change: they count the change and clear the count of password attempts. */
const settle = ({ db, now }: Context, memberId: string) =>
  [countAttempt(db, changeAttempt(memberId), DAY, now), forgetAttempts(db, ownAttempt(memberId))] as const;

/** Returns null if the current address was confirmed meanwhile; the caller then asks the new address. */
async function replaceAtOnce(ctx: Context, member: Member, email: string): Promise<Output | null> {
  const { db, now } = ctx;
  const mail = await activationMail(ctx, { ...member, email });
  try {
    const [replaced, eventRows, mails, , , members, ...rows] = await together(db, [
      ...replaceUnprovenEmail(db, member, mail, eventRow(member.id, { type: 'user.changed' }, now)),
      ...settle(ctx, member.id),
      memberById(db, member.id),
      ...userStatements(member.id, db),
    ]);
    if (replaced.length === 0) return null;
    ctx.publish({ events: writtenEvents(eventRows), mails });
    return members[0] ? { user: userOf(members[0], rows, now) } : refuse('signed_out');
  } catch (error) {
    if (brokenConstraint(error) === 'UNIQUE members.email') refuse('email_taken');
    throw error;
  }
}

interface Asking {
  readonly email: string;
  readonly isTaken: boolean;
  readonly passwordHash: string;
}

/** Stores the change and mails the new address. A taken address gets no mail, so that its change can never be completed. */
async function askFirst(ctx: Context, member: Member, { email, isTaken, passwordHash }: Asking): Promise<Output> {
  const { db, now } = ctx;
  const change = { id: randomId(), memberId: member.id, oldEmail: member.email, newEmail: email, createdAt: now };
  const mail = await mailChangeMail(ctx, { ...member, email }, change.id);
  const [, , card, images, fields, interests, badge, , storedChange, ...mails] = await together(db, [
    ...settle(ctx, member.id),
    ...userStatements(member.id, db),
    ...insertMailChange(db, change, passwordHash, isTaken ? null : mail),
  ]);
  if (storedChange.length === 0) refuseFields({ password: 'wrong_password' });
  ctx.publish({ mails: mails.flat() });
  return { user: userOf(member, [card, images, fields, interests, badge], now) };
}
