import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { compiled } from '../compiled.ts';
import { blocks, inbox, type ledger, likes, mails, memberFields, memberInterests, members } from '../schema/index.ts';
import { hasAwayMails } from './notice-settings.ts';
import { hasPaidFor } from './orders.ts';
import { type EventInsert, type EventPatch, insertEventWhen, justWritten, type MailRow } from './outbox.ts';
import { notBlocked } from './profile.ts';

export type MemberRow = typeof members.$inferSelect;
export type MemberChange = Partial<typeof members.$inferInsert>;

export const memberByEmail = (db: Database, email: string) => db.select().from(members).where(eq(members.email, email));
export const memberById = (db: Database, id: string) => db.select().from(members).where(eq(members.id, id));
export const statusByEmail = (db: Database, email: string) =>
  db.select({ id: members.id, status: members.status }).from(members).where(eq(members.email, email));

export const insertMember = (db: Database, member: typeof members.$inferInsert) => db.insert(members).values(member);

export const changeMember = (db: Database, id: string, change: MemberChange) => db.update(members).set(change).where(eq(members.id, id));

/** Confirms an address, if it is still the one the link was made for and its account can be confirmed, and tells the account's devices. */
export const confirmMember = (db: Database, email: string, from: readonly MemberRow['status'][], event: EventInsert) =>
  [
    db
      .update(members)
      .set({ status: 'active' })
      .where(and(eq(members.id, event.memberId), eq(members.email, email), inArray(members.status, [...from])))
      .returning({ id: members.id }),
    insertEventWhen(db, event, justWritten),
  ] as const;

/** Sets a member's fields; a null value clears one. Fields that are not named stay. */
export const replaceFields = (db: Database, memberId: string, fields: Readonly<Record<string, string | null>>) =>
  [
    db.delete(memberFields).where(and(eq(memberFields.memberId, memberId), inArray(memberFields.fieldId, Object.keys(fields)))),
    db.run(
      sql`insert into ${memberFields} (member_id, field_id, value) select ${memberId}, key, value from json_each(${JSON.stringify(fields)}) where value is not null`,
    ),
  ] as const;

/** Makes these a member's interests; null leaves them as they are. */
export const replaceInterests = (db: Database, memberId: string, ids: readonly string[] | null) =>
  [
    db.delete(memberInterests).where(and(eq(memberInterests.memberId, memberId), ids === null ? sql`false` : undefined)),
    db.run(
      sql`insert into ${memberInterests} (member_id, interest_id) select distinct ${memberId}, value from json_each(${JSON.stringify(ids ?? [])})`,
    ),
  ] as const;

/** A ledger line and the balance move together or not at all; both go in one batch. An amount of 0 moves and notes nothing. */
export const moveCredits = (db: Database, line: typeof ledger.$inferInsert) => [changeBalance(db, line), noteInLedger(db, line)] as const;

type LedgerLine = typeof ledger.$inferInsert;

const changeBalance = compiled((db, line: LedgerLine) =>
  db
    .update(members)
    .set({ credits: sql`${members.credits} + ${line.amount}` })
    .where(and(eq(members.id, line.memberId), sql`${line.amount} <> 0`)),
);

const noteInLedger = compiled((db, line: LedgerLine) =>
  db.run(
    sql`insert into ledger (id, member_id, amount, reason, reference, created_at) select ${line.id}, ${line.memberId}, ${line.amount}, ${line.reason}, ${line.reference}, ${line.createdAt} where ${line.amount} <> 0`,
  ),
);

/** New likes that can be seen: not from gone members, not across a block. */
export const newLikesOf = (memberId: string | SQL) =>
  sql<number>`(select count(*) from ${likes} join ${members} on ${members.id} = ${likes.likerId} where ${likes.likedId} = ${memberId} and ${likes.isNew} = 1 and ${members.status} in ('active', 'not_confirmed') and ${notBlocked(memberId, members.id)})`;

/** Messages of others that a member has not read, but those in a conversation aside; one with somebody they block is out of their list and out of this. */
export const unreadOf = (memberId: string | SQL) =>
  sql<number>`(select coalesce(sum(${inbox.unread}), 0) from ${inbox} where ${inbox.memberId} = ${memberId} and ${inbox.unread} > 0 and not ${inbox.isAside} and not exists (select 1 from ${blocks} where ${blocks.blockerId} = ${memberId} and ${blocks.blockedId} = ${inbox.otherId}))`;

/** The two numbers of a member's badge; beside them, as this is polled, whether they get away mails and whether they have paid. */
export const badgeOfMember = compiled((db, memberId: string) =>
  db.all<{ unreadMessages: number; newLikes: number; awayMails: 0 | 1; hasPaid: 0 | 1 }>(
    sql`select ${unreadOf(memberId)} as unreadMessages, ${newLikesOf(memberId)} as newLikes, ${hasAwayMails(memberId)} as awayMails, ${hasPaidFor(memberId)} as hasPaid`,
  ),
);

/** The badge as it stands inside a batch, for an event that carries its two numbers at a JSON path. */
export const badgePatches = (memberId: string, path: '$' | '$.badge'): EventPatch[] => [
  [`${path}.unread_messages`, unreadOf(memberId)],
  [`${path}.new_likes`, newLikesOf(memberId)],
];

/** Writes a `badge.changed` with the numbers of this batch. */
export const eventOfBadge = (db: Database, event: EventInsert) => insertEventWhen(db, event, sql`true`, badgePatches(event.memberId, '$'));

/** A member's latest mails of a kind, newest first. */
export const latestMailsOfMember = (db: Database, memberId: string, kind: MailRow['kind'], limit: number) =>
  db
    .select({ createdAt: mails.createdAt, acceptedAt: mails.acceptedAt })
    .from(mails)
    .where(and(eq(mails.memberId, memberId), eq(mails.kind, kind)))
    .orderBy(desc(mails.createdAt))
    .limit(limit);
