import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  claimDueEvents,
  deleteEvents,
  deleteStaleEvents,
  insertEvents,
  insertEventWhen,
  isEventWritten,
  markPushed,
  previousStatementWrote,
} from '#db/queries/shared/event-outbox';
import { eventOutbox } from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
beforeEach(() => db.delete(eventOutbox));

const anEvent = (id: string, dueAt = 5, createdAt = 1) => ({
  id,
  memberId: newId(),
  event: { type: 'user.changed' as const },
  createdAt,
  dueAt,
});
const rows = async () => (await db.select().from(eventOutbox)).map(({ id }) => id).toSorted();

test('an event is written if its condition holds', async () => {
  const { one, other, third, fourth } = await batch(db, {
    one: insertEventWhen(db, anEvent('one'), sql`true`),
    other: insertEventWhen(db, anEvent('other'), previousStatementWrote),
    third: insertEventWhen(db, anEvent('third'), sql`false`),
    fourth: insertEventWhen(db, anEvent('fourth'), previousStatementWrote),
  });
  expect([one.length, other.length, third.length, fourth.length, await rows()]).toEqual([1, 1, 0, 0, ['one', 'other']]);
});

test('an event counts as written if it is there itself', async () => {
  await insertEvents(db, [anEvent('one')]);
  const isWritten = async (id: string) => (await db.all<{ is: number }>(sql`select ${isEventWritten(anEvent(id))} as "is"`))[0]?.is;
  expect([await isWritten('one'), await isWritten('other')]).toEqual([1, 0]);
});

test('events are claimed that are due, the longest due first, and not again at once', async () => {
  await insertEvents(db, [anEvent('late', 90), anEvent('early', 50), anEvent('later', 101)]);
  expect((await claimDueEvents(db, 100, 1)).map(({ id }) => id)).toEqual(['early']);
  expect((await claimDueEvents(db, 100, 9)).map(({ id }) => id)).toEqual(['late']);
  expect(await claimDueEvents(db, 100, 9)).toEqual([]);
});

test('events are deleted and marked by themselves', async () => {
  await insertEvents(db, [anEvent('one'), anEvent('other'), anEvent('third')]);
  await markPushed(db, ['other']);
  expect((await db.select().from(eventOutbox)).filter(({ isPushQueued }) => isPushQueued).map(({ id }) => id)).toEqual(['other']);
  expect(await deleteEvents(db, ['one', 'gone'])).toEqual([{ id: 'one' }]);
  expect(await rows()).toEqual(['other', 'third']);
});

test('events from before a time are deleted', async () => {
  await insertEvents(db, [anEvent('stale', 5, 9), anEvent('recent', 5, 10)]);
  await deleteStaleEvents(db, 10);
  expect(await rows()).toEqual(['recent']);
});
