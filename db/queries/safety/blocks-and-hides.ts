import { and, asc, desc, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { compiled } from '../../prepared-statement.ts';
import { blocks, conversations, hides, images, members, outbox } from '../../schema/index.ts';
import { blocksOther, isOfPair } from '../chat/conversations.ts';
import { cardColumns, isMainImage, isMyLike, myLike } from '../profile/profile.ts';
import { type EventInsert, insertEventsFrom, insertEventWhen, justWritten } from '../shared/event-outbox.ts';

/** Where a list of members put aside goes on: the last one served, and when they were put there. */
interface AsidePlace {
  readonly at: number;
  readonly id: string;
}

const BLOCKED = { table: blocks, whose: blocks.blockerId, other: blocks.blockedId, at: blocks.createdAt };
const HIDDEN = { table: hides, whose: hides.memberId, other: hides.hiddenId, at: hides.createdAt };
type Aside = typeof BLOCKED | typeof HIDDEN;

const listOf = (db: Database, { table, whose, other, at }: Aside, memberId: string, place: AsidePlace | null, limit: number) =>
  db
    .select({ ...cardColumns, at: sql<number>`${at}`, blocksMe: blocksOther(members.id, memberId) })
    .from(table)
    .innerJoin(members, eq(members.id, other))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(and(eq(whose, memberId), place ? and(lte(at, place.at), or(lt(at, place.at), gt(other, place.id))) : undefined))
    .orderBy(desc(at), asc(other))
    .limit(limit);

/** Whom a member blocks, the latest first, with their cards and whether they block back. */
export const blockedBy = (db: Database, memberId: string, place: AsidePlace | null, limit: number) =>
  listOf(db, BLOCKED, memberId, place, limit);

/** Whom a member hides from their searches, in the same way. */
export const hiddenBy = (db: Database, memberId: string, place: AsidePlace | null, limit: number) =>
  listOf(db, HIDDEN, memberId, place, limit);

export const blockedTotal = compiled((db, memberId: string) =>
  db.select({ total: sql<number>`count(*)` }).from(blocks).where(eq(blocks.blockerId, memberId)),
);

export const hiddenTotal = compiled((db, memberId: string) =>
  db.select({ total: sql<number>`count(*)` }).from(hides).where(eq(hides.memberId, memberId)),
);

/** What stands between a member and another; no row when there is no such other. */
export const tiesOf = compiled((db, memberId: string, otherId: string) =>
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

/** What a block tells: first what is of their conversation, if there is one, then what there is in any case; each in its order. */
export interface BlockEvents {
  readonly ofConversation: readonly EventInsert[];
  readonly always: readonly EventInsert[];
}

/** News of the one for the other that no room has got yet: it must not arrive after the block. */
const takeBackNews = (db: Database, memberId: string, otherId: string) =>
  db.delete(outbox).where(
    and(
      sql`${outbox.memberId} in (${memberId}, ${otherId})`,
      sql`(event ->> '$.profile.id' in (${memberId}, ${otherId}) or
        (event ->> '$.type' in ('message.sent', 'messages.read') and coalesce(event ->> '$.message.conversation_id', event ->> '$.conversation')
          = (select ${conversations.id} from ${conversations} where ${isOfPair(memberId, otherId)})))`,
    ),
  );

/** Blocks a member and, only where that is new, tells both sides' rooms and devices; one batch, in this order. */
export const blockStatements = (db: Database, memberId: string, otherId: string, now: number, { ofConversation, always }: BlockEvents) => {
  const row = ({ id, memberId: to, createdAt, dueAt }: EventInsert, event: SQL) =>
    sql`select ${id}, ${to}, ${event}, ${createdAt}, ${dueAt}, 0`;
  const events = [
    ...ofConversation.map(
      (one) => sql`${row(one, sql`json_set(${JSON.stringify(one.event)}, '$.conversation', ${conversations.id})`)}
        from ${conversations} where ${isOfPair(memberId, otherId)} and ${justWritten}`,
    ),
    ...always.map((one) => sql`${row(one, sql`${JSON.stringify(one.event)}`)} where ${justWritten}`),
  ];
  return [
    takeBackNews(db, memberId, otherId),
    db.insert(blocks).values({ blockerId: memberId, blockedId: otherId, createdAt: now }).onConflictDoNothing(),
    // One statement, so that all of it goes by whether the block was written.
    insertEventsFrom(db, sql.join(events, sql` union all `)),
  ] as const;
};

/** Takes a block back and, if there was one, tells both, but nobody who is gone; one batch, in this order. */
export const unblockStatements = (db: Database, memberId: string, toMe: EventInsert, toThem: EventInsert) => {
  const isThere = sql`exists (select 1 from ${members} where ${members.id} = ${toThem.memberId} and ${members.status} in ('active', 'not_confirmed'))`;
  return [
    db.delete(blocks).where(and(eq(blocks.blockerId, memberId), eq(blocks.blockedId, toThem.memberId))),
    insertEventWhen(db, toMe, justWritten),
    insertEventWhen(db, toThem, sql`${justWritten} and ${isThere}`),
  ] as const;
};

/** Hides a member from another's searches and, only where that is new, tells the one who hides. */
export const hideStatements = (db: Database, hiddenId: string, now: number, toMe: EventInsert) =>
  [
    db.insert(hides).values({ memberId: toMe.memberId, hiddenId, createdAt: now }).onConflictDoNothing(),
    insertEventWhen(db, toMe, justWritten),
  ] as const;

/** Takes that back. */
export const unhideStatements = (db: Database, hiddenId: string, toMe: EventInsert) =>
  [
    db.delete(hides).where(and(eq(hides.memberId, toMe.memberId), eq(hides.hiddenId, hiddenId))),
    insertEventWhen(db, toMe, justWritten),
  ] as const;
