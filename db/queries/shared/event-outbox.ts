import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { mails, outbox } from '../../schema/index.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type MailRow = typeof mails.$inferSelect;
export type MailInsert = typeof mails.$inferInsert;

export type EventInsert = typeof outbox.$inferInsert;

/** How long whoever wrote or took a row has for it before the sweep takes it again. */
export const CLAIM_MS = 15_000;

/** A mail is given up after so many tries of the sweep, some fourteen hours after it was written: it stays, never accepted, and is never due. */
export const MAIL_TRIES = 20;
const LONGEST_PAUSE_MS = 3600_000;
const NEVER = Number.MAX_SAFE_INTEGER;

export const insertEvents = (db: Database, rows: EventInsert[]) => db.insert(outbox).values(rows).returning();

/** Takes delivered rows out; gives those that were still there. */
export const deleteEvents = (db: Database, ids: readonly string[]) =>
  db
    .delete(outbox)
    .where(inArray(outbox.id, [...ids]))
    .returning({ id: outbox.id });

/** Notes that the pushes of rows which no room took are written, so that they are not when one does. */
export const markPushed = (db: Database, ids: readonly string[]) =>
  db
    .update(outbox)
    .set({ isPushed: true })
    .where(inArray(outbox.id, [...ids]));

/** Takes due events for this sweep, in the order they were written; the conditional write is the guard against two sweeps at once. */
export async function claimDueEvents(db: Database, now: number, limit: number): Promise<OutboxRow[]> {
  const rows = await db
    .update(outbox)
    .set({ dueAt: sql`${now} + ${CLAIM_MS} * (1 + min(${outbox.tries}, 20))`, tries: sql`${outbox.tries} + 1` })
    .where(
      inArray(
        outbox.id,
        db.select({ id: outbox.id }).from(outbox).where(lte(outbox.dueAt, now)).orderBy(asc(outbox.dueAt), sql`rowid`).limit(limit),
      ),
    )
    .returning({ ...getTableColumns(outbox), place: sql<number>`rowid` });
  return rows.toSorted((a, b) => a.place - b.place).map(({ place: _, ...row }) => row);
}

/** Forgets events that nobody waits for any longer: polling has brought their news long since. */
export const deleteStaleEvents = (db: Database, before: number) => db.delete(outbox).where(lt(outbox.createdAt, before));

export const insertMail = (db: Database, mail: MailInsert) => db.insert(mails).values(mail).returning();

/** Writes a mail if a condition still holds inside the batch. */
export const insertMailWhen = (db: Database, mail: MailInsert, when: SQL) =>
  db
    .insert(mails)
    .select(
      sql`select ${mail.id}, ${mail.memberId}, ${mail.kind}, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.headers ? JSON.stringify(mail.headers) : null}, ${mail.createdAt}, ${mail.dueAt}, 0, null where ${when}`,
    )
    .returning();

/** Writes a mail unless its member got one of the kind after a time; of several at once the first stands. */
export const insertMailOnceSince = (db: Database, mail: MailInsert, since: number) =>
  insertMailWhen(
    db,
    mail,
    sql`not exists (select 1 from ${mails} where ${mails.memberId} = ${mail.memberId} and ${mails.kind} = ${mail.kind} and ${mails.createdAt} > ${since})`,
  );

export const acceptMail = (db: Database, id: string, now: number) => db.update(mails).set({ acceptedAt: now }).where(eq(mails.id, id));

/** Takes due mails for this sweep, each with a pause twice its last; the conditional write is the guard against two sweeps at once. */
export const claimDueMails = (db: Database, now: number, limit: number) =>
  db
    .update(mails)
    .set({
      dueAt: sql`case when ${mails.tries} + 1 >= ${MAIL_TRIES} then ${NEVER} else ${now} + min(${CLAIM_MS} << min(${mails.tries}, 16), ${LONGEST_PAUSE_MS}) end`,
      tries: sql`${mails.tries} + 1`,
    })
    .where(
      inArray(
        mails.id,
        db
          .select({ id: mails.id })
          .from(mails)
          .where(and(isNull(mails.acceptedAt), lte(mails.dueAt, now)))
          .orderBy(asc(mails.dueAt))
          .limit(limit),
      ),
    )
    .returning();

/** Every mail the site sent, newest first; the local mailbox reads it. */
export const mailsTo = (db: Database, recipient: string | null) =>
  db
    .select()
    .from(mails)
    .where(recipient === null ? undefined : eq(mails.recipient, recipient))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(200);

export const mailById = (db: Database, id: string) => db.select().from(mails).where(eq(mails.id, id));

/** True while the statement just before in the batch has written; a row written by it hands that on to the next. */
export const justWritten = sql`changes() > 0`;

/** True once an event has been written in the batch, for what tells of the same. */
export const isWritten = ({ id }: EventInsert): SQL => sql`exists (select 1 from ${outbox} where ${outbox.id} = ${id})`;

/** A value computed inside the batch, put into an event at a JSON path. */
export type EventPatch = readonly [path: string, value: SQL];

/** An event row whose event is JSON already, as a compiled statement wants it. */
export type EventText = Omit<EventInsert, 'event'> & { readonly event: string };

export const eventText = (row: EventInsert): EventText => ({ ...row, event: JSON.stringify(row.event) });

/** Writes one event if a condition still holds inside the batch, with values that only the batch knows. */
export const insertEventWhen = (db: Database, row: EventInsert, when: SQL, patches: readonly EventPatch[] = []) =>
  insertEventText(db, eventText(row), when, patches);

/** The same for an event that is JSON already. */
export function insertEventText(db: Database, row: EventText, when: SQL, patches: readonly EventPatch[] = []) {
  return insertEventsFrom(
    db,
    sql`select ${row.id}, ${row.memberId}, ${patchedEvent(row, patches)}, ${row.createdAt}, ${row.dueAt}, 0 where ${when}`,
  );
}

/** An event with values that only the batch knows put into it. */
export const patchedEvent = ({ event }: EventText, patches: readonly EventPatch[]): SQL =>
  sql`json_set(${sql.join([sql`json(${event})`, ...patches.flatMap(([path, value]) => [sql`${path}`, value])], sql`, `)})`;

/** Writes the events that a query makes: id, member, event, its two times, tries. */
export const insertEventsFrom = (db: Database, rows: SQL) =>
  db.all<{ id: string; memberId: string; event: string; createdAt: number; dueAt: number; tries: number }>(
    sql`insert into outbox (id, member_id, event, created_at, due_at, tries) ${rows} returning id, member_id as memberId, event, created_at as createdAt, due_at as dueAt, tries`,
  );

type RawEvents = Awaited<ReturnType<typeof insertEventWhen>>;

/** What `insertEventWhen` wrote, as outbox rows. */
export const writtenEvents = (...raw: RawEvents[]): OutboxRow[] =>
  raw.flat().map((row) => ({ ...row, event: JSON.parse(row.event) as unknown, isPushed: false }));
