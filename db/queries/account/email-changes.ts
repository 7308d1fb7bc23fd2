import { and, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { mailChanges, members } from '../../schema/index.ts';
import { type AccountNotice, insertAccountNotice, pushOfAccount } from '../notifications/notification-list.ts';
import type { PushInsert } from '../notifications/push-queue.ts';
import { type EventInsert, insertEventWhen, insertMailWhen, justWritten, type MailInsert } from '../shared/event-outbox.ts';
import { endSessions } from '../shared/sessions.ts';
import type { MemberChange, MemberRow } from './members.ts';

export type MailChangeRow = typeof mailChanges.$inferSelect;

/** A change of email address with its account. */
export const mailChangeById = (db: Database, id: string) =>
  db
    .select({ change: mailChanges, member: members })
    .from(mailChanges)
    .innerJoin(members, eq(members.id, mailChanges.memberId))
    .where(eq(mailChanges.id, id));

/** Voids the email changes of a member that wait for confirmation from the new address. */
export const voidMailChanges = (db: Database, memberId: string, now: number, when: SQL = sql`true`) =>
  db
    .update(mailChanges)
    .set({ undoneAt: now })
    .where(and(eq(mailChanges.memberId, memberId), isNull(mailChanges.doneAt), isNull(mailChanges.undoneAt), when));

/**
 * Stores an email change that waits for confirmation from the new address, writes its mail, and voids older changes. No row if the
 * password has been replaced since it was checked: replacing it has voided all waiting changes.
 */
export const insertMailChange = (db: Database, change: typeof mailChanges.$inferInsert, passwordHash: string, mail: MailInsert | null) =>
  [
    voidMailChanges(db, change.memberId, change.createdAt),
    db
      .insert(mailChanges)
      .select(
        sql`
          select ${change.id}, id, ${change.oldEmail}, ${change.newEmail}, ${change.createdAt}, null, null from ${members}
          where ${members.id} = ${change.memberId} and ${members.passwordHash} = ${passwordHash}`,
      )
      .returning({ id: mailChanges.id }),
    ...(mail ? [insertMailWhen(db, mail, justWritten)] : []),
  ] as const;

/** Replaces the email address of an unconfirmed account and writes its mail and event; no row if it has been confirmed or changed since it was read. */
export const replaceUnprovenEmail = (db: Database, member: Pick<MemberRow, 'id' | 'email'>, mail: MailInsert, event: EventInsert) =>
  [
    db
      .update(members)
      .set({ email: mail.recipient })
      .where(and(eq(members.id, member.id), eq(members.email, member.email), eq(members.status, 'not_confirmed')))
      .returning({ id: members.id }),
    insertEventWhen(db, event, justWritten),
    insertMailWhen(db, mail, justWritten),
  ] as const;

interface Completion {
  readonly change: MailChangeRow;
  /** The status in which the account was read. */
  readonly from: MemberRow['status'];
  /** Columns that are written together with the address. */
  readonly set: MemberChange;
  readonly event: EventInsert;
  /** To the old address; null if that was never confirmed. */
  readonly mail: MailInsert | null;
  readonly notice: AccountNotice;
  readonly push: PushInsert;
  readonly now: number;
}

/** Completes an email change if it still waits and the account still has the old address; otherwise no row. A taken address violates UNIQUE members.email. */
export const completeMailChange = (db: Database, { change, from, set, event, mail, notice, push, now }: Completion) => {
  const isAccountUnchanged = sql`exists (select 1 from ${members}
    where ${members.id} = ${change.memberId} and ${members.email} = ${change.oldEmail} and ${members.status} = ${from})`;
  return [
    db
      .update(mailChanges)
      .set({ doneAt: now })
      .where(and(eq(mailChanges.id, change.id), isNull(mailChanges.doneAt), isNull(mailChanges.undoneAt), isAccountUnchanged))
      .returning({ id: mailChanges.id }),
    db
      .update(members)
      .set({ ...set, email: change.newEmail })
      .where(and(eq(members.id, change.memberId), justWritten)),
    insertEventWhen(db, event, justWritten),
    insertAccountNotice(db, notice, justWritten),
    mail ? insertMailWhen(db, mail, justWritten) : null,
    pushOfAccount(db, notice, push),
  ] as const;
};

/** The member who now has the old address of a change, if anybody. */
export const holderOfOldEmail = (db: Database, changeId: string) =>
  db
    .select({ id: members.id, status: members.status, statusBefore: members.statusBefore })
    .from(members)
    .where(sql`${members.email} = (select old_email from mail_changes where id = ${changeId})`);

/** An account that loses its email address, with its status before and after. */
export interface Yielding {
  readonly id: string;
  readonly from: MemberRow['status'];
  readonly to: Pick<MemberRow, 'status' | 'statusBefore'>;
}

/** Frees an email address: its account gets a placeholder that can neither sign in nor receive mail, its sessions end, and no undelete link restores it. */
const releaseEmail = (db: Database, email: string, holder: Yielding | null, now: number, when: SQL) => {
  const id = holder?.id ?? '';
  const released = `released:${id}`;
  return [
    db
      .update(members)
      .set({ ...holder?.to, email: released, ...(holder?.to.status === 'deleted' ? { deletedAt: now } : {}) })
      .where(and(eq(members.id, id), eq(members.email, email), eq(members.status, holder?.from ?? 'not_confirmed'), when)),
    ...endSessions(db, id, {}, now, sql`exists (select 1 from ${members} where ${members.email} = ${released})`),
  ] as const;
};

interface Reversion {
  readonly change: MailChangeRow;
  /** The other account that has the old address by now and loses it; null if there is none. */
  readonly holder: Yielding | null;
  /** The mail with the undelete link. */
  readonly wayBack: MailInsert;
  readonly notice: AccountNotice;
  readonly now: number;
}

/** Reverts a completed email change and all later ones and ends every session; a deleted account also gets the mail with its undelete link. No row if it is not completed or was reverted. */
export const revertMailChange = (db: Database, { change, holder, wayBack, notice, now }: Reversion) => {
  const isDeleted = sql`exists (select 1 from ${members} where ${members.id} = ${change.memberId} and ${members.status} = 'deleted')`;
  const isDone = sql`exists (select 1 from ${mailChanges} as reverted where reverted.id = ${change.id} and reverted.undone_at = ${now})`;
  return [
    db
      .update(mailChanges)
      .set({ undoneAt: now })
      .where(and(eq(mailChanges.id, change.id), isNotNull(mailChanges.doneAt), isNull(mailChanges.undoneAt)))
      .returning({ id: mailChanges.id }),
    insertMailWhen(db, wayBack, sql`${justWritten} and ${isDeleted}`),
    db
      .update(mailChanges)
      .set({ undoneAt: now })
      .where(
        and(eq(mailChanges.memberId, change.memberId), gte(mailChanges.createdAt, change.createdAt), isNull(mailChanges.undoneAt), isDone),
      ),
    ...releaseEmail(db, change.oldEmail, holder, now, isDone),
    db
      .update(members)
      .set({ email: change.oldEmail })
      .where(and(eq(members.id, change.memberId), isDone)),
    ...endSessions(db, change.memberId, {}, now, isDone),
    insertAccountNotice(db, notice, isDone),
  ] as const;
};
