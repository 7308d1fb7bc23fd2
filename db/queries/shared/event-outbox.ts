import { asc, getTableColumns, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { eventOutbox } from '../../schema/index.ts';
import { ROWS_PER_DELETION } from './first-rows.ts';

export type EventOutboxRow = typeof eventOutbox.$inferSelect;
export type EventInsert = typeof eventOutbox.$inferInsert;

/** How long (ms) a row is reserved for the process that wrote or claimed it, before a sweep may claim it again. */
export const DELIVERY_CLAIM_MS = 15_000;

/** Writes events for their rooms. */
export const insertEvents = (db: Database, rows: EventInsert[]) => db.insert(eventOutbox).values(rows).returning();

/** Deletes delivered events; gives the ids of those that still existed. */
export const deleteEvents = (db: Database, ids: readonly string[]) => deleteEventsListed(db, JSON.stringify(ids));

const deleteEventsListed = prepared((db, ids: string) =>
  db.delete(eventOutbox).where(sql`${eventOutbox.id} in (select value from json_each(${ids}))`).returning({ id: eventOutbox.id }),
);

/** Puts events that no room took back into the outbox, each due again at its time (ms). */
export const retryEvents = (db: Database, retries: readonly { readonly id: string; readonly dueAt: number }[]) =>
  retryEventsListed(db, JSON.stringify(retries));

const retryEventsListed = prepared((db, retries: string) =>
  db
    .update(eventOutbox)
    .set({ dueAt: sql`(select value ->> 'dueAt' from json_each(${retries}) where value ->> 'id' = ${eventOutbox.id})` })
    .where(sql`${eventOutbox.id} in (select value ->> 'id' from json_each(${retries}))`),
);

/** Marks undelivered events whose pushes are written, so that these are not written again on delivery. */
export const markPushed = (db: Database, ids: readonly string[]) =>
  db
    .update(eventOutbox)
    .set({ isPushQueued: true })
    .where(inArray(eventOutbox.id, [...ids]));

/** Claims due events for this sweep, in the order in which they were written; the conditional write guards against two sweeps at once. */
export async function claimDueEvents(db: Database, now: number, limit: number): Promise<EventOutboxRow[]> {
  const rows = await db
    .update(eventOutbox)
    .set({ dueAt: sql`${now} + ${DELIVERY_CLAIM_MS} * (1 + min(${eventOutbox.tries}, 20))`, tries: sql`${eventOutbox.tries} + 1` })
    .where(
      inArray(
        eventOutbox.id,
        db
          .select({ id: eventOutbox.id })
          .from(eventOutbox)
          .where(lte(eventOutbox.dueAt, now))
          .orderBy(asc(eventOutbox.dueAt), sql`rowid`)
          .limit(limit),
      ),
    )
    .returning({ ...getTableColumns(eventOutbox), rowId: sql<number>`rowid` });
  return rows.toSorted((a, b) => a.rowId - b.rowId).map(({ rowId: _, ...row }) => row);
}

/**
 * Deletes events from before a time; clients have got the changes by polling since. Row ids rise with time, so that the oldest rows are found
 * without an index that every send would write.
 */
export const deleteStaleEvents = (db: Database, before: number) =>
  db
    .delete(eventOutbox)
    .where(
      sql`rowid in (select rowid from ${eventOutbox} order by rowid limit ${ROWS_PER_DELETION}) and ${lt(eventOutbox.createdAt, before)}`,
    );

/** Condition: the previous statement of the batch has written a row. A statement that writes under this condition passes it on to the next one. */
export const previousStatementWrote = sql`changes() > 0`;

/** Condition: this event is written, for mails and pushes of the same batch. */
export const isEventWritten = ({ id }: EventInsert): SQL => sql`exists (select 1 from ${eventOutbox} where ${eventOutbox.id} = ${id})`;

/** A value computed inside the batch, put into an event at a JSON path. */
export type EventPatch = readonly [path: string, value: SQL];

/** An event row whose event is a JSON text, as prepared statements need it. */
export type EventText = Omit<EventInsert, 'event'> & { readonly event: string };

/** The same row with its event as JSON text. */
export const eventText = (row: EventInsert): EventText => ({ ...row, event: JSON.stringify(row.event) });

/** Writes one event if a condition holds inside the batch, with patches that the batch computes. */
export const insertEventWhen = (db: Database, row: EventInsert, when: SQL, patches: readonly EventPatch[] = []) =>
  insertEventText(db, eventText(row), when, patches);

/** The same for an event that is a JSON text. */
export function insertEventText(db: Database, row: EventText, when: SQL, patches: readonly EventPatch[] = []) {
  return insertEventsFrom(
    db,
    sql`select ${row.id}, ${row.memberId}, ${patchedEvent(row, patches)}, ${row.createdAt}, ${row.dueAt}, 0 where ${when}`,
  );
}

/** The JSON of an event with the values of its patches, as an SQL expression. */
export const patchedEvent = ({ event }: EventText, patches: readonly EventPatch[]): SQL =>
  sql`json_set(${sql.join([sql`json(${event})`, ...patches.flatMap(([path, value]) => [sql`${path}`, value])], sql`, `)})`;

/** Writes the events of a query with the columns id, member, event, created_at, due_at, tries; gives them with the event as JSON text. */
export const insertEventsFrom = (db: Database, rows: SQL) =>
  db.all<{ id: string; memberId: string; event: string; createdAt: number; dueAt: number; tries: number }>(
    sql`
      insert into event_outbox (id, member_id, event, created_at, due_at, tries) ${rows}
      returning id, member_id as memberId, event, created_at as createdAt, due_at as dueAt, tries`,
  );

type InsertedEvents = Awaited<ReturnType<typeof insertEventWhen>>;

/** The results of conditional event inserts as outbox rows, with parsed events. */
export const writtenEvents = (...raw: InsertedEvents[]): EventOutboxRow[] =>
  raw.flat().map((row) => ({ ...row, event: JSON.parse(row.event) as unknown, isPushQueued: false }));
