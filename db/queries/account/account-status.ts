import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { dailyFigures, members, sessions } from '../../schema/index.ts';
import { refundStatements } from '../credits/message-refunds.ts';
import { stopAllRenewals } from '../credits/renewals.ts';
import { DELIVERY_CLAIM_MS, insertEventsFrom, previousStatementWrote } from '../shared/event-outbox.ts';
import { insertMailWhen, type MailInsert } from '../shared/mail-queue.ts';
import { endSessions, insertSessionEndedEvents } from '../shared/sessions.ts';
import type { MemberRow } from './members.ts';

type AccountStatus = Pick<MemberRow, 'status' | 'statusBefore'>;
interface StatusChange {
  readonly id: string;
  readonly from: MemberRow['status'];
  readonly to: AccountStatus;
  readonly now: number;
}

/** Changes the status of an account from the one it was read in; no row if it has another status by now, or `condition` does not hold. */
const changeStatus = (
  db: Database,
  { id, from, to }: StatusChange,
  columns: Partial<typeof members.$inferInsert>,
  condition: SQL = sql`true`,
) =>
  db
    .update(members)
    .set({ ...to, ...columns })
    .where(and(eq(members.id, id), eq(members.status, from), condition))
    .returning({ id: members.id });

/** Members of that many latest conversations are notified at once; the others see the change when they next load the conversation. */
const MAX_NOTIFIED_PARTNERS = 100;

/**
 * Writes `user.changed` to the members with whom a deleted or banned one has conversations. The event is the same as after a block, so that
 * they cannot tell which of the two it was.
 */
const notifyConversationPartners = (db: Database, { id, now }: StatusChange, dueAt: number) =>
  insertEventsFrom(
    db,
    sql`
      select lower(hex(randomblob(16))), other_id, json_object('type', 'user.changed'), ${now}, ${dueAt}, 0 from participants
      join members as other on other.id = participants.other_id and other.status in ('active', 'not_confirmed')
      where member_id = ${id} and is_listed and exists (select 1 from members where id = ${id} and status in ('deleted', 'banned'))
      order by last_at desc limit ${MAX_NOTIFIED_PARTNERS}`,
  );

/**
 * Deletes an account so that it can still be restored: writes the mail with the undelete link (null: none, an operator deletes), ends the
 * sessions, refunds unread paid messages of others, notifies conversation partners, stops renewals and makes open orders due.
 * `stoppedSubscriptions` are still to be ended at their providers.
 */
export const deleteMember = (db: Database, step: StatusChange, reason: string | null, mail: MailInsert | null) => {
  const isDone = sql`exists (select 1 from ${members} where ${members.id} = ${step.id} and ${members.deletedAt} = ${step.now})`;
  return {
    deletedMember: changeStatus(db, step, { deletedAt: step.now, deleteReason: reason }),
    undeleteMail: mail && insertMailWhen(db, mail, previousStatementWrote),
    ...endSessions(db, step.id, {}, step.now, isDone),
    ...refundStatements(db, step.id, { now: step.now, dueAt: step.now + DELIVERY_CLAIM_MS }),
    partnerEvents: notifyConversationPartners(db, step, step.now + DELIVERY_CLAIM_MS),
    ...stopAllRenewals(db, step.id, step.now, isDone),
  };
};

/** Writes a mail if its member is neither deleted nor banned inside the batch; otherwise no row. */
export const insertMailIfAccountExists = (db: Database, mail: MailInsert) =>
  insertMailWhen(
    db,
    mail,
    sql`exists (select 1 from ${members} where ${members.id} = ${mail.memberId} and ${members.status} in ('active', 'not_confirmed'))`,
  );

/** Restores an account if it is the deletion of `deletedAt` that is undone; otherwise no row. */
export const undeleteMember = (db: Database, step: StatusChange, deletedAt: number) =>
  changeStatus(db, step, { deletedAt: null, deleteReason: null }, eq(members.deletedAt, deletedAt));

/** Counts a ban in the figures of its day, if the batch has banned the member. */
const countBan = (db: Database, { id, now }: StatusChange) =>
  db.run(sql`
    insert into ${dailyFigures} (day, figure, slice, count)
    select date(${now} / 1000, 'unixepoch'), 'bans', '', 1 from ${members} where ${members.id} = ${id} and ${members.status} = 'banned'
    on conflict (day, figure, slice) do update set count = count + 1`);

/**
 * Bans an account, refunds unread paid messages of others and stops its renewals, which the member can no longer stop. Sessions stay, so that
 * calls answer `banned`. The next sweep delivers the events: it closes the sockets and reports the refunds.
 */
export const banMember = (db: Database, step: StatusChange, reason: string) => ({
  bannedMember: changeStatus(db, step, { banReason: reason }),
  sessionEvents: insertSessionEndedEvents(
    db,
    eq(sessions.memberId, step.id),
    { createdAt: step.now, dueAt: step.now },
    previousStatementWrote,
  ),
  ...refundStatements(db, step.id, { now: step.now, dueAt: step.now }),
  partnerEvents: notifyConversationPartners(db, step, step.now),
  ...stopAllRenewals(
    db,
    step.id,
    step.now,
    sql`exists (select 1 from ${members} where ${members.id} = ${step.id} and ${members.status} = 'banned')`,
  ),
  // A second ban only replaces the reason.
  figure: step.from === 'banned' ? null : countBan(db, step),
});

/** Lifts a ban; no row if the account has left the status it was read in, or `condition` does not hold. */
export const unbanMember = (db: Database, step: StatusChange, condition?: SQL) => changeStatus(db, step, { banReason: null }, condition);

/** Moves the deletion of a deleted account to an earlier time, so that it is erased earlier; no row if it is not deleted. */
export const backdateDeletion = (db: Database, id: string, deletedAt: number) =>
  db
    .update(members)
    .set({ deletedAt: sql`min(${members.deletedAt}, ${deletedAt})` })
    .where(and(eq(members.id, id), eq(members.status, 'deleted')))
    .returning({ id: members.id });

/** A deleted account; `deletedAt` in ms. */
export interface DeletedAccount {
  readonly id: string;
  readonly deletedAt: number;
}

/** Accounts that were deleted at or before `until`, the earliest first, from the one behind `after` on. */
export const membersDeletedUntil = (db: Database, until: number, limit: number, after: DeletedAccount | null = null) =>
  db
    .select({ id: members.id, deletedAt: sql<number>`${members.deletedAt}` })
    .from(members)
    .where(
      and(
        eq(members.status, 'deleted'),
        lte(members.deletedAt, until),
        after ? sql`(${members.deletedAt}, ${members.id}) > (${after.deletedAt}, ${after.id})` : undefined,
      ),
    )
    .orderBy(members.deletedAt, members.id)
    .limit(limit);
