import { and, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { emailChanges, members } from '../../schema/index.ts';
import { dateHeldLikes } from '../likes/likes-of-confirmed.ts';
import { type AccountNotification, insertAccountNotification, insertAccountPush } from '../notifications/notification-list.ts';
import type { PushInsert } from '../notifications/push-queue.ts';
import { type EventInsert, insertEventWhen, previousStatementWrote } from '../shared/event-outbox.ts';
import { insertMailWhen, type MailInsert } from '../shared/mail-queue.ts';
import { endSessions } from '../shared/sessions.ts';
import type { MemberChange, MemberRow } from './members.ts';

export type EmailChangeRow = typeof emailChanges.$inferSelect;

/** A change of email address with its account. */
export const emailChangeById = (db: Database, id: string) =>
  db
    .select({ change: emailChanges, member: members })
    .from(emailChanges)
    .innerJoin(members, eq(members.id, emailChanges.memberId))
    .where(eq(emailChanges.id, id));

/** Voids the email changes of a member that wait for confirmation from the new address. */
export const voidEmailChanges = (db: Database, memberId: string, now: number, when: SQL = sql`true`) =>
  db
    .update(emailChanges)
    .set({ undoneAt: now })
    .where(and(eq(emailChanges.memberId, memberId), isNull(emailChanges.doneAt), isNull(emailChanges.undoneAt), when));

/**
 * Stores an email change that waits for confirmation from the new address, writes its mail, and voids older changes. No row if the
 * password has been replaced since it was checked: replacing it has voided all waiting changes.
 */
export const insertEmailChange = (
  db: Database,
  change: typeof emailChanges.$inferInsert,
  passwordHash: string,
  mail: MailInsert | null,
) => ({
  voidedChanges: voidEmailChanges(db, change.memberId, change.createdAt),
  storedChange: db
    .insert(emailChanges)
    .select(
      sql`
          select ${change.id}, id, ${change.oldEmail}, ${change.newEmail}, ${change.createdAt}, null, null from ${members}
          where ${members.id} = ${change.memberId} and ${members.passwordHash} = ${passwordHash}`,
    )
    .returning({ id: emailChanges.id }),
  changeMail: mail && insertMailWhen(db, mail, previousStatementWrote),
});

/** Replaces the email address of an unconfirmed account and writes its mail and event; no row if it has been confirmed or changed since it was read. */
export const replaceUnconfirmedEmail = (db: Database, member: Pick<MemberRow, 'id' | 'email'>, mail: MailInsert, event: EventInsert) => ({
  replacedEmail: db
    .update(members)
    .set({ email: mail.recipient })
    .where(and(eq(members.id, member.id), eq(members.email, member.email), eq(members.status, 'not_confirmed')))
    .returning({ id: members.id }),
  userEvent: insertEventWhen(db, event, previousStatementWrote),
  activationMail: insertMailWhen(db, mail, previousStatementWrote),
});

interface EmailChangeCompletion {
  readonly change: EmailChangeRow;
  /** The status in which the account was read. */
  readonly from: MemberRow['status'];
  /** Columns that are written together with the address. */
  readonly set: MemberChange;
  readonly event: EventInsert;
  /** To the old address; null if that was never confirmed. */
  readonly mail: MailInsert | null;
  readonly notification: AccountNotification;
  readonly push: PushInsert;
  readonly now: number;
}

/** Completes an email change if it still waits and the account still has the old address; otherwise no row. A taken address violates UNIQUE members.email. */
export const completeEmailChange = (db: Database, { change, from, set, event, mail, notification, push, now }: EmailChangeCompletion) => {
  const isAccountUnchanged = sql`exists (select 1 from ${members}
    where ${members.id} = ${change.memberId} and ${members.email} = ${change.oldEmail} and ${members.status} = ${from})`;
  return {
    heldLikes: dateHeldLikes(db, change.memberId, now),
    completedChange: db
      .update(emailChanges)
      .set({ doneAt: now })
      .where(and(eq(emailChanges.id, change.id), isNull(emailChanges.doneAt), isNull(emailChanges.undoneAt), isAccountUnchanged))
      .returning({ id: emailChanges.id }),
    changedMember: db
      .update(members)
      .set({ ...set, email: change.newEmail })
      .where(and(eq(members.id, change.memberId), previousStatementWrote)),
    userEvent: insertEventWhen(db, event, previousStatementWrote),
    notification: insertAccountNotification(db, notification, previousStatementWrote),
    changedMail: mail && insertMailWhen(db, mail, previousStatementWrote),
    push: insertAccountPush(db, notification, push),
  };
};

/** The member who now has the old address of a change, if anybody. */
export const memberWithOldEmail = (db: Database, changeId: string) =>
  db
    .select({ id: members.id, status: members.status, statusBefore: members.statusBefore })
    .from(members)
    .where(sql`${members.email} = (select old_email from email_changes where id = ${changeId})`);

/** An account that loses its email address, with its status before and after. */
export interface EmailRelease {
  readonly id: string;
  readonly from: MemberRow['status'];
  readonly to: Pick<MemberRow, 'status' | 'statusBefore'>;
}

/** Frees an email address: its account gets a placeholder that can neither sign in nor receive mail, its sessions end, and no undelete link restores it. */
const releaseEmail = (db: Database, email: string, holder: EmailRelease | null, now: number, when: SQL) => {
  const id = holder?.id ?? '';
  const released = `released:${id}`;
  const isReleased = sql`exists (select 1 from ${members} where ${members.email} = ${released})`;
  const { sessionEvents: holderSessionEvents, endedSessions: endedHolderSessions } = endSessions(db, id, {}, now, isReleased);
  return {
    releasedHolder: db
      .update(members)
      .set({ ...holder?.to, email: released, ...(holder?.to.status === 'deleted' ? { deletedAt: now } : {}) })
      .where(and(eq(members.id, id), eq(members.email, email), eq(members.status, holder?.from ?? 'not_confirmed'), when)),
    holderSessionEvents,
    endedHolderSessions,
  };
};

interface EmailChangeReversal {
  readonly change: EmailChangeRow;
  /** The other account that has the old address by now and loses it; null if there is none. */
  readonly holder: EmailRelease | null;
  /** The mail with the undelete link. */
  readonly undeleteMail: MailInsert;
  readonly notification: AccountNotification;
  readonly now: number;
}

/** Reverts a completed email change and all later ones and ends every session; a deleted account also gets the mail with its undelete link. No row if it is not completed or was reverted. */
export const revertEmailChange = (db: Database, { change, holder, undeleteMail, notification, now }: EmailChangeReversal) => {
  const isDeleted = sql`exists (select 1 from ${members} where ${members.id} = ${change.memberId} and ${members.status} = 'deleted')`;
  const isDone = sql`exists (select 1 from ${emailChanges} as reverted where reverted.id = ${change.id} and reverted.undone_at = ${now})`;
  return {
    revertedChange: db
      .update(emailChanges)
      .set({ undoneAt: now })
      .where(and(eq(emailChanges.id, change.id), isNotNull(emailChanges.doneAt), isNull(emailChanges.undoneAt)))
      .returning({ id: emailChanges.id }),
    undeleteMail: insertMailWhen(db, undeleteMail, sql`${previousStatementWrote} and ${isDeleted}`),
    laterChanges: db
      .update(emailChanges)
      .set({ undoneAt: now })
      .where(
        and(
          eq(emailChanges.memberId, change.memberId),
          gte(emailChanges.createdAt, change.createdAt),
          isNull(emailChanges.undoneAt),
          isDone,
        ),
      ),
    ...releaseEmail(db, change.oldEmail, holder, now, isDone),
    restoredMember: db
      .update(members)
      .set({ email: change.oldEmail })
      .where(and(eq(members.id, change.memberId), isDone)),
    ...endSessions(db, change.memberId, {}, now, isDone),
    notification: insertAccountNotification(db, notification, isDone),
  };
};
