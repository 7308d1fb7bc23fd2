import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, sessions } from '../../schema/index.ts';
import { refundStatements } from '../credits/message-refunds.ts';
import { stopRenewalsToCome } from '../credits/renewals.ts';
import { CLAIM_MS, insertEventsFrom, insertMailWhen, justWritten, type MailInsert } from '../shared/event-outbox.ts';
import { endSessions, tellOfEndedSessions } from '../shared/sessions.ts';
import type { MemberRow } from './members.ts';

type Life = Pick<MemberRow, 'status' | 'statusBefore'>;
interface Step {
  readonly id: string;
  readonly from: MemberRow['status'];
  readonly to: Life;
  readonly now: number;
}

/** Moves an account from the state it was read in to the next one; no row when it has left that state meanwhile. */
const move = (db: Database, { id, from, to }: Step, more: Partial<typeof members.$inferInsert>, still: SQL = sql`true`) =>
  db
    .update(members)
    .set({ ...to, ...more })
    .where(and(eq(members.id, id), eq(members.status, from), still))
    .returning({ id: members.id });

/** So many conversations show at once that the other has left, the latest first; the rest at their next look. */
const TOLD_OTHERS = 100;

/** Has those somebody talked with look again, as a block would: neither is to be told from the other. Only once they are gone. */
const tellOthers = (db: Database, { id, now }: Step, dueAt: number) =>
  insertEventsFrom(
    db,
    sql`select lower(hex(randomblob(16))), other_id, json_object('type', 'user.changed'), ${now}, ${dueAt}, 0 from inbox
      join members as other on other.id = inbox.other_id and other.status in ('active', 'not_confirmed')
      where member_id = ${id} and is_listed and exists (select 1 from members where id = ${id} and status in ('deleted', 'banned'))
      order by last_at desc limit ${TOLD_OTHERS}`,
  );

/** Deletes an account for the time being: hidden from now on, its sessions ended and told, the mail with the way back written, unread paid messages refunded, those they talked with told to look, renewals stopped and open orders due. Gives what of those renewals providers are still to be told last but two. */
export const deleteMember = (db: Database, step: Step, reason: string | null, mail: MailInsert) => {
  const isDone = sql`exists (select 1 from ${members} where ${members.id} = ${step.id} and ${members.deletedAt} = ${step.now})`;
  return [
    move(db, step, { deletedAt: step.now, deleteReason: reason }),
    insertMailWhen(db, mail, justWritten),
    ...endSessions(db, step.id, {}, step.now, isDone),
    ...refundStatements(db, step.id, { now: step.now, dueAt: step.now + CLAIM_MS }),
    tellOthers(db, step, step.now + CLAIM_MS),
    ...stopRenewalsToCome(db, step.id, step.now, isDone),
  ] as const;
};

/** Writes a mail to a member who is neither deleted nor banned when it is written, and to nobody else. */
export const insertMailToPresent = (db: Database, mail: MailInsert) =>
  insertMailWhen(
    db,
    mail,
    sql`exists (select 1 from ${members} where ${members.id} = ${mail.memberId} and ${members.status} in ('active', 'not_confirmed'))`,
  );

/** Brings back the account that was deleted at a time. */
export const undeleteMember = (db: Database, step: Step, deletedAt: number) =>
  move(db, step, { deletedAt: null, deleteReason: null }, eq(members.deletedAt, deletedAt));

/** Marks an account as banned, and renews nothing of it that it could not stop itself any more. Its sessions stay, so that every call can say so; its sockets are closed by the next sweep, which tells of refunds, too. */
export const banMember = (db: Database, step: Step, reason: string) =>
  [
    move(db, step, { banReason: reason }),
    tellOfEndedSessions(db, eq(sessions.memberId, step.id), { createdAt: step.now, dueAt: step.now }, justWritten),
    ...refundStatements(db, step.id, { now: step.now, dueAt: step.now }),
    tellOthers(db, step, step.now),
    ...stopRenewalsToCome(
      db,
      step.id,
      step.now,
      sql`exists (select 1 from ${members} where ${members.id} = ${step.id} and ${members.status} = 'banned')`,
    ),
  ] as const;

export const unbanMember = (db: Database, step: Step) => move(db, step, { banReason: null });

/** Accounts that were deleted until a time, the longest gone first. */
export const membersDeletedUntil = (db: Database, until: number, limit: number) =>
  db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.status, 'deleted'), lte(members.deletedAt, until)))
    .orderBy(members.deletedAt)
    .limit(limit);
