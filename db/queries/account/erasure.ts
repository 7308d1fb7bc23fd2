import { and, asc, eq, gte, inArray, isNull, lt, notExists, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import {
  conversations,
  discounts,
  discountUses,
  erasedMembers,
  eventOutbox,
  firstMessages,
  mails,
  members,
  orders,
  participants,
} from '../../schema/index.ts';
import { deleteCancellationsFromEmailOf } from '../cancellations/cancellations.ts';
import { anonymizeCasesOf, deleteCaseAddressesOf } from '../cases/decisions.ts';
import { deleteComplaintsFromEmailOf } from '../complaints/complaints.ts';
import { isAmongFirst, ROWS_PER_DELETION } from '../shared/first-rows.ts';

/** Keys of the other participant's row in each conversation of a member. */
const otherParticipants = (memberId: string) =>
  sql`select mine.other_id, mine.conversation_id from participants as mine where mine.member_id = ${memberId}`;

/** Schedules the files of an erased member for removal, except those that photos of other members use, too; only fictional members share files. */
const scheduleFileRemovals = (db: Database, memberId: string, now: number) =>
  db.run(sql`
    with mine as (
        select thumb, medium, large from images
        where member_id = ${memberId} and exists (select 1 from members where id = ${memberId} and status = 'deleted')),
      shared as (select thumb from images where thumb in (select thumb from mine) and member_id <> ${memberId}),
      removed as (select * from mine where thumb not in (select thumb from shared))
    insert or ignore into file_removals (name, due_at)
    select thumb, ${now} from removed union select medium, ${now} from removed union select large, ${now} from removed`);

/** Deletes the other participant's row of conversations that hold no message. */
const deleteEmptyParticipants = (db: Database, memberId: string, when: SQL) =>
  db.run(sql`
    delete from participants where ${when} and (member_id, conversation_id) in (
      ${otherParticipants(memberId)} and exists (select 1 from conversations where id = mine.conversation_id and first_sender_id is null))`);

/** Deletes conversations whose other member is erased, too; their messages go by foreign key. */
const deleteAbandonedConversations = (db: Database, memberId: string, when: SQL) =>
  db.delete(conversations).where(
    sql`${when} and ${conversations.id} in (select mine.conversation_id from participants as mine where mine.member_id = ${memberId}
      and not exists (select 1 from participants as theirs where theirs.member_id = mine.other_id and theirs.conversation_id = mine.conversation_id))`,
  );

/** Removes the member from discount codes that an order has used, because orders are retained; without a member such a code gives nobody a discount. */
const anonymizeUsedDiscounts = (db: Database, memberId: string) =>
  db
    .update(discounts)
    .set({ memberId: null })
    .where(
      sql`${discounts.memberId} in (select id from members where id = ${memberId} and status = 'deleted')
        and exists (select 1 from discount_uses where discount_uses.code = discounts.code)`,
    );

/** Keeps the id of an account that the batch is about to erase, for a restored backup. */
const recordErasure = (db: Database, memberId: string, now: number) =>
  db.run(sql`
    insert into erased_members (id, erased_at) select id, ${now} from members where id = ${memberId} and status = 'deleted'
    on conflict (id) do update set erased_at = excluded.erased_at`);

/**
 * Erases an account and everything that belongs to it, in one batch (docs/product.md, "Erasure of an account"). The other members keep the
 * conversations, as ones with a deleted member; orders and the discounts they used stay without a name, because bookkeeping requires it
 * (docs/product.md, "What remains after erasure"), and so do decisions about the member. Likes, photos, ledger, lots, sessions, complaints
 * and cancellations go by foreign keys. Nothing happens if
 * the account is no longer deleted when the batch runs.
 */
export const eraseMember = (db: Database, memberId: string, now: number) => {
  const isErased = sql`not exists (select 1 from members where id = ${memberId})`;
  return {
    fileRemovals: scheduleFileRemovals(db, memberId, now),
    anonymizedDiscounts: anonymizeUsedDiscounts(db, memberId),
    ...deleteComplaintsFromEmailOf(db, memberId),
    ...deleteCaseAddressesOf(db, memberId),
    ...anonymizeCasesOf(db, memberId, now),
    ...deleteCancellationsFromEmailOf(db, memberId),
    recordedErasure: recordErasure(db, memberId, now),
    deletedMember: db.delete(members).where(and(eq(members.id, memberId), eq(members.status, 'deleted'))),
    emptyParticipants: deleteEmptyParticipants(db, memberId, isErased),
    abandonedConversations: deleteAbandonedConversations(db, memberId, isErased),
    deletedParticipants: db.delete(participants).where(and(eq(participants.memberId, memberId), isErased)),
    deletedFirstMessages: db.delete(firstMessages).where(and(eq(firstMessages.memberId, memberId), isErased)),
    deletedEvents: db.delete(eventOutbox).where(and(eq(eventOutbox.memberId, memberId), isErased)),
    deletedMails: db.delete(mails).where(and(eq(mails.memberId, memberId), isErased)),
  };
};

/**
 * Deletes orders of erased members that were made before a time, when bookkeeping no longer needs them, with the uses of discounts by them and
 * the stay codes that no other order has used. Orders with a member stay.
 */
export const deleteAnonymousOrders = (db: Database, before: number) => {
  const isPast = and(isNull(orders.memberId), lt(orders.createdAt, before));
  // The same orders in each statement.
  const pastOrders = db
    .select({ id: orders.id })
    .from(orders)
    .where(isPast)
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(ROWS_PER_DELETION);
  const isOfPastOrder = inArray(discountUses.orderId, pastOrders);
  const usedByPast = db.select({ code: discountUses.code }).from(discountUses).where(isOfPastOrder);
  const usedByOther = db
    .select({ code: discountUses.code })
    .from(discountUses)
    .where(and(eq(discountUses.code, discounts.code), notInArray(discountUses.orderId, pastOrders)));
  return {
    deletedDiscounts: db
      .delete(discounts)
      .where(and(inArray(discounts.code, usedByPast), eq(discounts.kind, 'stay'), isNull(discounts.memberId), notExists(usedByOther))),
    deletedUses: db.delete(discountUses).where(isOfPastOrder),
    deletedOrders: db.delete(orders).where(inArray(orders.id, pastOrders)),
  };
};

/** The ids of accounts that were erased at or after a time, the earliest first. */
export const erasedSince = (db: Database, since: number) =>
  db
    .select({ id: erasedMembers.id })
    .from(erasedMembers)
    .where(gte(erasedMembers.erasedAt, since))
    .orderBy(asc(erasedMembers.erasedAt), asc(erasedMembers.id));

/** Forgets the ids of accounts that were erased before a time. */
export const deleteErasuresBefore = (db: Database, before: number) =>
  db.delete(erasedMembers).where(isAmongFirst(erasedMembers, lt(erasedMembers.erasedAt, before)));
