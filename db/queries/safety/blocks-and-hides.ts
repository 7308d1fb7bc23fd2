import { and, asc, desc, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { blocks, conversations, eventOutbox, hides, images, members } from '../../schema/index.ts';
import { blocksOther, isOfPair } from '../chat/conversations.ts';
import { cardColumns, isMainImage, isMyLike, myLike } from '../profile/profile.ts';
import { type EventInsert, insertEventsFrom, insertEventWhen, previousStatementWrote } from '../shared/event-outbox.ts';

/** Cursor of the blocked or hidden list: the last member served and the time of the block or hide. */
interface BlockedAndHiddenCursor {
  readonly at: number;
  readonly id: string;
}

const BLOCKED = { table: blocks, owner: blocks.blockerId, other: blocks.blockedId, at: blocks.createdAt };
const HIDDEN = { table: hides, owner: hides.memberId, other: hides.hiddenId, at: hides.createdAt };
type BlockedOrHidden = typeof BLOCKED | typeof HIDDEN;

const listOf = (
  db: Database,
  { table, owner, other, at }: BlockedOrHidden,
  memberId: string,
  cursor: BlockedAndHiddenCursor | null,
  limit: number,
) =>
  db
    .select({ ...cardColumns, at: sql<number>`${at}`, blocksMe: blocksOther(members.id, memberId) })
    .from(table)
    .innerJoin(members, eq(members.id, other))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(and(eq(owner, memberId), cursor ? and(lte(at, cursor.at), or(lt(at, cursor.at), gt(other, cursor.id))) : undefined))
    .orderBy(desc(at), asc(other))
    .limit(limit);

/** Members whom a member blocks, the latest first, with their cards and whether they block this member, too. */
export const blockedBy = (db: Database, memberId: string, cursor: BlockedAndHiddenCursor | null, limit: number) =>
  listOf(db, BLOCKED, memberId, cursor, limit);

/** Members whom a member hides from their searches, in the same form. */
export const hiddenBy = (db: Database, memberId: string, cursor: BlockedAndHiddenCursor | null, limit: number) =>
  listOf(db, HIDDEN, memberId, cursor, limit);

/** How many members a member blocks. */
export const blockedTotal = prepared((db, memberId: string) =>
  db.select({ total: sql<number>`count(*)` }).from(blocks).where(eq(blocks.blockerId, memberId)),
);

/** How many members a member hides. */
export const hiddenTotal = prepared((db, memberId: string) =>
  db.select({ total: sql<number>`count(*)` }).from(hides).where(eq(hides.memberId, memberId)),
);

/** Status of another member, blocks in both directions, and hide; no row if the other does not exist. */
export const relationshipOf = prepared((db, memberId: string, otherId: string) =>
  db
    .select({
      id: members.id,
      status: members.status,
      iBlock: blocksOther(memberId, members.id),
      blocksMe: blocksOther(members.id, memberId),
      iHide: sql<number>`exists (select 1 from ${hides} where ${hides.memberId} = ${memberId} and ${hides.hiddenId} = ${members.id})`,
    })
    .from(members)
    .where(eq(members.id, otherId)),
);

/** Events of a block: those about the conversation of the two, written only if there is one, then those that are always written. */
export interface BlockEvents {
  readonly ofConversation: readonly EventInsert[];
  readonly always: readonly EventInsert[];
}

/** Deletes events between the two that are not delivered yet, so that none arrives after the block. */
const deletePendingEvents = (db: Database, memberId: string, otherId: string) =>
  db.delete(eventOutbox).where(
    and(
      sql`${eventOutbox.memberId} in (${memberId}, ${otherId})`,
      sql`(event ->> '$.profile.id' in (${memberId}, ${otherId}) or
        (event ->> '$.type' in ('message.sent', 'messages.read') and coalesce(event ->> '$.message.conversation_id', event ->> '$.conversation')
          = (select ${conversations.id} from ${conversations} where ${isOfPair(memberId, otherId)})))`,
    ),
  );

/** Blocks a member and, only if they were not blocked, writes the events for both. One batch in this order. */
export const blockStatements = (db: Database, memberId: string, otherId: string, now: number, { ofConversation, always }: BlockEvents) => {
  const row = ({ id, memberId: to, createdAt, dueAt }: EventInsert, event: SQL) =>
    sql`select ${id}, ${to}, ${event}, ${createdAt}, ${dueAt}, 0`;
  const events = [
    ...ofConversation.map(
      (insert) => sql`${row(insert, sql`json_set(${JSON.stringify(insert.event)}, '$.conversation', ${conversations.id})`)}
        from ${conversations} where ${isOfPair(memberId, otherId)} and ${previousStatementWrote}`,
    ),
    ...always.map((insert) => sql`${row(insert, sql`${JSON.stringify(insert.event)}`)} where ${previousStatementWrote}`),
  ];
  return {
    deletedEvents: deletePendingEvents(db, memberId, otherId),
    block: db.insert(blocks).values({ blockerId: memberId, blockedId: otherId, createdAt: now }).onConflictDoNothing(),
    // One statement, so that all events depend on whether the previous one wrote the block.
    events: insertEventsFrom(db, sql.join(events, sql` union all `)),
  };
};

/** Lifts a block and, if there was one, writes the events for both, except for a deleted or banned member. One batch in this order. */
export const unblockStatements = (db: Database, memberId: string, toMe: EventInsert, toThem: EventInsert) => {
  const recipientExists = sql`exists (select 1 from ${members} where ${members.id} = ${toThem.memberId} and ${members.status} in ('active', 'not_confirmed'))`;
  return {
    deletedBlock: db.delete(blocks).where(and(eq(blocks.blockerId, memberId), eq(blocks.blockedId, toThem.memberId))),
    eventToMe: insertEventWhen(db, toMe, previousStatementWrote),
    eventToThem: insertEventWhen(db, toThem, sql`${previousStatementWrote} and ${recipientExists}`),
  };
};

/** Hides a member from another's searches and, only if they were not hidden, writes the event for the member who hides. */
export const hideStatements = (db: Database, hiddenId: string, now: number, toMe: EventInsert) => ({
  hide: db.insert(hides).values({ memberId: toMe.memberId, hiddenId, createdAt: now }).onConflictDoNothing(),
  event: insertEventWhen(db, toMe, previousStatementWrote),
});

/** Ends a hide and, if there was one, writes the event. */
export const unhideStatements = (db: Database, hiddenId: string, toMe: EventInsert) => ({
  deletedHide: db.delete(hides).where(and(eq(hides.memberId, toMe.memberId), eq(hides.hiddenId, hiddenId))),
  event: insertEventWhen(db, toMe, previousStatementWrote),
});
