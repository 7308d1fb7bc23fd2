import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { conversations, discounts, firstMessages, inbox, mails, members, orders, outbox } from '../../schema/index.ts';
import { letGoOfComplaints } from '../complaints/complaints.ts';

/** The other side of each of a member's conversations, by the key of its row. */
const otherSides = (memberId: string) =>
  sql`select mine.other_id, mine.conversation_id from inbox as mine where mine.member_id = ${memberId}`;

/** Photos share their files only among invented members; what somebody else shows stays in the bucket. */
const letGoOfFiles = (db: Database, memberId: string, now: number) =>
  db.run(sql`
    with mine as (
        select thumb, medium, large from images where member_id = ${memberId} and member_id in (select id from members where status = 'deleted')),
      kept as (select thumb from images where thumb in (select thumb from mine) and member_id <> ${memberId}),
      gone as (select * from mine where thumb not in (select thumb from kept))
    insert or ignore into file_removals (name, due_at)
    select thumb, ${now} from gone union select medium, ${now} from gone union select large, ${now} from gone`);

/** Whatever was begun and never written in, on the other's side. */
const dropEmptySides = (db: Database, memberId: string, when: SQL) =>
  db.run(sql`
    delete from inbox where ${when} and (member_id, conversation_id) in (
      ${otherSides(memberId)} and exists (select 1 from conversations where id = mine.conversation_id and opener_id is null))`);

/** Conversations that nobody is left to read; their messages go with them. */
const dropAbandoned = (db: Database, memberId: string, when: SQL) =>
  db.delete(conversations).where(
    sql`${when} and ${conversations.id} in (select mine.conversation_id from inbox as mine where mine.member_id = ${memberId}
      and not exists (select 1 from inbox as theirs where theirs.member_id = mine.other_id and theirs.conversation_id = mine.conversation_id))`,
  );

/** A code of theirs that was used is part of an order, which is kept; it names them no longer, and gives nobody anything. */
const letGoOfDiscounts = (db: Database, memberId: string) =>
  db
    .update(discounts)
    .set({ memberId: null })
    .where(
      sql`${discounts.memberId} in (select id from members where id = ${memberId} and status = 'deleted')
        and exists (select 1 from discount_uses where discount_uses.code = discounts.code)`,
    );

/**
 * Erases an account and everything that belongs to it, in one batch (docs/product.md, "Erasure of an account"). The other members keep the
 * conversations as ones with a deleted member; orders and the discounts they used stay without a name, because bookkeeping requires it
 * (docs/product.md, "What remains after erasure"). Likes, photos, ledger, sessions, complaints and the like go with the row, by their
 * foreign keys. A member who restores the account at the last moment loses nothing.
 */
export const eraseMember = (db: Database, memberId: string, now: number) => {
  const isGone = sql`not exists (select 1 from members where id = ${memberId})`;
  return [
    letGoOfFiles(db, memberId, now),
    letGoOfDiscounts(db, memberId),
    ...letGoOfComplaints(db, memberId),
    db.delete(members).where(and(eq(members.id, memberId), eq(members.status, 'deleted'))),
    dropEmptySides(db, memberId, isGone),
    dropAbandoned(db, memberId, isGone),
    db.delete(inbox).where(and(eq(inbox.memberId, memberId), isGone)),
    db.delete(firstMessages).where(and(eq(firstMessages.memberId, memberId), isGone)),
    db.delete(outbox).where(and(eq(outbox.memberId, memberId), isGone)),
    db.delete(mails).where(and(eq(mails.memberId, memberId), isGone)),
  ] as const;
};

/** Erases orders from before a time whose members are erased: bookkeeping does not need them any longer. Those of a member stay with the account. */
export const deleteOrdersOfNobody = (db: Database, before: number) =>
  db.delete(orders).where(and(isNull(orders.memberId), lt(orders.createdAt, before)));
