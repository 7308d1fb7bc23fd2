import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { mails, memberFields, memberInterests, members } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen, justWritten, type MailRow } from '../shared/event-outbox.ts';

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

/** A member's latest mails of a kind, newest first. */
export const latestMailsOfMember = (db: Database, memberId: string, kind: MailRow['kind'], limit: number) =>
  db
    .select({ createdAt: mails.createdAt, acceptedAt: mails.acceptedAt })
    .from(mails)
    .where(and(eq(mails.memberId, memberId), eq(mails.kind, kind)))
    .orderBy(desc(mails.createdAt))
    .limit(limit);
