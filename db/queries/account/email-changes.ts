import { and, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { mailChanges, members } from '../../schema/index.ts';
import { type AccountNotice, insertAccountNotice, pushOfAccount } from '../notifications/notification-list.ts';
import type { PushInsert } from '../notifications/push-queue.ts';
import { type EventInsert, insertEventWhen, insertMailWhen, justWritten, type MailInsert } from '../shared/event-outbox.ts';
import { endSessions } from '../shared/sessions.ts';
import type { MemberChange, MemberRow } from './members.ts';

export type MailChangeRow = typeof mailChanges.$inferSelect;

/** A change of address with the account it belongs to. */
export const mailChangeById = (db: Database, id: string) =>
  db
    .select({ change: mailChanges, member: members })
    .from(mailChanges)
    .innerJoin(members, eq(members.id, mailChanges.memberId))
    .where(eq(mailChanges.id, id));

/** Changes of a member that still wait for the new address to agree can no longer be completed. */
export const voidMailChanges = (db: Database, memberId: string, now: number, when: SQL = sql`true`) =>
  db
    .update(mailChanges)
    .set({ undoneAt: now })
    .where(and(eq(mailChanges.memberId, memberId), isNull(mailChanges.doneAt), isNull(mailChanges.undoneAt), when));

/**
 * Notes a change of address that waits for its new address, with the mail that asks it; an older one is void from now on. No row when the
 * password is no longer the one that was typed: whoever replaced it has voided all such changes.
 */
export const insertMailChange = (db: Database, change: typeof mailChanges.$inferInsert, passwordHash: string, mail: MailInsert | null) =>
  [
    voidMailChanges(db, change.memberId, change.createdAt),
    db
      .insert(mailChanges)
      .select(
        sql`select ${change.id}, id, ${change.oldEmail}, ${change.newEmail}, ${change.createdAt}, null, null from ${members} where ${members.id} = ${change.memberId} and ${members.passwordHash} = ${passwordHash}`,
      )
      .returning({ id: mailChanges.id }),
    ...(mail ? [insertMailWhen(db, mail, justWritten)] : []),
  ] as const;

/** Replaces the address of an account that has not confirmed it, with its mail and event; no row when it has confirmed meanwhile. */
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
  /** The state in which the account was read, and what is written beside the address. */
  readonly from: MemberRow['status'];
  readonly set: MemberChange;
  readonly event: EventInsert;
  /** To the old address; null when that was never proven to be the member's. */
  readonly mail: MailInsert | null;
  readonly notice: AccountNotice;
  readonly push: PushInsert;
  readonly now: number;
}

/** Completes a change, if it still waits and the account still has the old address; a taken address breaks UNIQUE members.email. */
export const completeMailChange = (db: Database, { change, from, set, event, mail, notice, push, now }: Completion) => {
  const stillFits = sql`exists (select 1 from ${members} where ${members.id} = ${change.memberId} and ${members.email} = ${change.oldEmail} and ${members.status} = ${from})`;
  return [
    db
      .update(mailChanges)
      .set({ doneAt: now })
      .where(and(eq(mailChanges.id, change.id), isNull(mailChanges.doneAt), isNull(mailChanges.undoneAt), stillFits))
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

/** Who has the old address of a change by now. */
export const holderOfOldEmail = (db: Database, changeId: string) =>
  db
    .select({ id: members.id, status: members.status, statusBefore: members.statusBefore })
    .from(members)
    .where(sql`${members.email} = (select old_email from mail_changes where id = ${changeId})`);

/** An account that gives its address away, and what it is from then on. */
export interface Yielding {
  readonly id: string;
  readonly from: MemberRow['status'];
  readonly to: Pick<MemberRow, 'status' | 'statusBefore'>;
}

/** Frees an address: its account keeps none that could be signed in with or written to, its sessions end, and no mailed link brings it back. */
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
  /** Who has the old address and must give it back. */
  readonly holder: Yielding | null;
  readonly wayBack: MailInsert;
  readonly notice: AccountNotice;
  readonly now: number;
}

/** Takes a completed change back with all that came after it and ends every session; an account that is deleted gets the mail with its way back. */
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
