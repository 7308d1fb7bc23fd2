import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { mails, memberFields, memberInterests, memberPrompts, members } from '../../schema/index.ts';
import { dateHeldLikes } from '../likes/likes-of-confirmed.ts';
import { type EventInsert, insertEventWhen, previousStatementWrote } from '../shared/event-outbox.ts';
import type { MailRow } from '../shared/mail-queue.ts';

export type MemberRow = typeof members.$inferSelect;
export type MemberChange = Partial<typeof members.$inferInsert>;

/** A member by address, in any status; no row if there is none. */
export const memberByEmail = (db: Database, email: string) => db.select().from(members).where(eq(members.email, email));
export const memberById = (db: Database, id: string) => db.select().from(members).where(eq(members.id, id));
/** Only the id and the status of that member. */
export const statusByEmail = (db: Database, email: string) =>
  db.select({ id: members.id, status: members.status }).from(members).where(eq(members.email, email));

/** Stores a new member; a taken address violates UNIQUE members.email. */
export const insertMember = (db: Database, member: typeof members.$inferInsert) => db.insert(members).values(member);

/** Writes columns of a member, whatever they were before. */
export const changeMember = (db: Database, id: string, change: MemberChange) =>
  db
    .update(members)
    // A pause by decision of a moderator that has come meanwhile stays.
    .set({
      ...change,
      ...(change.isPaused === undefined ? {} : { isPaused: sql`${change.isPaused ? 1 : 0} or ${members.pausedByCase} is not null` }),
    })
    .where(eq(members.id, id));

/** Pauses or resumes the profile of an account that is neither deleted nor banned, with its event; `pausedMember` has no row otherwise. */
export const pauseMember = (db: Database, id: string, isPaused: boolean, event: EventInsert) => ({
  pausedMember: db
    .update(members)
    .set({ isPaused, ...(isPaused ? {} : { pausedByCase: null }) })
    .where(and(eq(members.id, id), inArray(members.status, ['active', 'not_confirmed'])))
    .returning({ id: members.id }),
  userEvent: insertEventWhen(db, event, previousStatementWrote),
});

/** Dates the likes that nobody has seen, then confirms an account if it still has the email address of the link and one of the statuses `from`, and writes the event for its devices; otherwise no row. */
export const confirmMember = (db: Database, email: string, from: readonly MemberRow['status'][], event: EventInsert) => ({
  heldLikes: dateHeldLikes(db, event.memberId, event.createdAt),
  confirmedMember: db
    .update(members)
    .set({ status: 'active' })
    .where(and(eq(members.id, event.memberId), eq(members.email, email), inArray(members.status, [...from])))
    .returning({ id: members.id }),
  userEvent: insertEventWhen(db, event, previousStatementWrote),
});

/** Sets profile fields of a member; null deletes a field, and with it what quotes it. Fields that are not named stay. */
export const replaceMemberFields = (db: Database, memberId: string, fields: Readonly<Record<string, string | null>>) => {
  const named = sql`json_each(${JSON.stringify(fields)})`;
  return {
    deletedFields: db.run(
      sql`delete from ${memberFields} where member_id = ${memberId} and field_id in (select key from ${named} where value is null)`,
    ),
    storedFields: db.run(
      sql`
        insert into ${memberFields} (member_id, field_id, value)
        select ${memberId}, key, value from ${named} where value is not null
        on conflict do update set value = excluded.value`,
    ),
  };
};

/** An answer to a prompt. */
export interface PromptAnswer {
  readonly id: string;
  readonly text: string;
}

/** Replaces the prompts of a member, in this order. A prompt that is left out goes with what quotes it. */
export const replaceMemberPrompts = (db: Database, memberId: string, prompts: readonly PromptAnswer[]) => {
  const named = sql`json_each(${JSON.stringify(prompts)})`;
  return {
    deletedPrompts: db.run(
      sql`
        delete from ${memberPrompts} where member_id = ${memberId}
          and prompt_id not in (select value ->> 'id' from ${named})`,
    ),
    storedPrompts: db.run(
      sql`
        insert into ${memberPrompts} (member_id, prompt_id, position, answer)
        select ${memberId}, value ->> 'id', key, value ->> 'text' from ${named} where true
        on conflict do update set position = excluded.position, answer = excluded.answer`,
    ),
  };
};

/** Replaces the interests of a member; null leaves them unchanged. */
export const replaceMemberInterests = (db: Database, memberId: string, ids: readonly string[] | null) => ({
  deletedInterests: db.delete(memberInterests).where(and(eq(memberInterests.memberId, memberId), ids === null ? sql`false` : undefined)),
  insertedInterests: db.run(
    sql`
        insert into ${memberInterests} (member_id, interest_id)
        select distinct ${memberId}, value from json_each(${JSON.stringify(ids ?? [])})`,
  ),
});

/** A member's latest mails of a kind, newest first. */
export const latestMailsOfMember = (db: Database, memberId: string, kind: MailRow['kind'], limit: number) =>
  db
    .select({ createdAt: mails.createdAt, acceptedAt: mails.acceptedAt })
    .from(mails)
    .where(and(eq(mails.memberId, memberId), eq(mails.kind, kind)))
    .orderBy(desc(mails.createdAt))
    .limit(limit);
