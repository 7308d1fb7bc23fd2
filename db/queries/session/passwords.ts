import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members } from '../../schema/index.ts';
import { voidEmailChanges } from '../account/email-changes.ts';
import type { MemberChange, MemberRow } from '../account/members.ts';
import { dateHeldLikes } from '../likes/likes-of-confirmed.ts';
import { type AccountNotification, insertAccountNotification } from '../notifications/notification-list.ts';
import { endDesk } from '../operator/desk-sessions.ts';
import { endSessions, type WhichSessions } from '../shared/sessions.ts';

/** The stored hash of a member's password, to be compared by the caller. */
export const passwordHashOf = (db: Database, memberId: string) =>
  db.select({ passwordHash: members.passwordHash }).from(members).where(eq(members.id, memberId));

interface PasswordReplacement {
  readonly memberId: string;
  /** The status in which the account was read. */
  readonly status: MemberRow['status'];
  readonly oldHash: string;
  readonly change: MemberChange & { readonly passwordHash: string };
  readonly now: number;
  /** The entry of the member's notification list. */
  readonly notification: AccountNotification;
}

/** Replaces a password that is still the one that was read, ends the sessions of `ending` and those of the desk, voids waiting email changes and writes the notification. `replacedPassword` has no row if the password or the status has changed. */
export const replacePassword = (
  db: Database,
  { memberId, status, oldHash, change, now, notification }: PasswordReplacement,
  ending: WhichSessions,
) => {
  const isDone = sql`exists (select 1 from ${members} where ${members.id} = ${memberId} and ${members.passwordHash} = ${change.passwordHash})`;
  return {
    heldLikes: change.status === 'active' ? dateHeldLikes(db, memberId, now) : null,
    replacedPassword: db
      .update(members)
      .set(change)
      .where(and(eq(members.id, memberId), eq(members.passwordHash, oldHash), eq(members.status, status)))
      .returning({ id: members.id }),
    ...endSessions(db, memberId, ending, now, isDone),
    ...endDesk(db, memberId, isDone),
    voidedChanges: voidEmailChanges(db, memberId, now, isDone),
    notification: insertAccountNotification(db, notification, isDone),
  };
};
