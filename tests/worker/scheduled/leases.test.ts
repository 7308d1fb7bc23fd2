import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { giveLeasesBack, takeLeases } from '#db/queries/operator/sweep-leases';
import { attempts, mails, sweepLeases } from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type MailApi, startMailApi } from '../../support/servers/mail-servers.ts';

let database: TestDatabase;
let db: Database;
let api: MailApi;
let workers: readonly [TestWorker, TestWorker];

beforeAll(async () => {
  database = await startDatabase();
  db = openDatabase(database.url);
  api = await startMailApi();
  const options = { dbUrl: database.url, vars: { MAIL_URL: api.url, MAIL_FROM: 'hello@vonk.example' } };
  workers = [await startWorker(options), await startWorker(options)];
});
afterEach(async () => {
  api.status = 200;
  api.requests.splice(0);
  await db.delete(mails);
  await db.delete(sweepLeases);
});
afterAll(async () => {
  await Promise.all((workers ?? []).map((worker) => worker.stop()));
  await api?.stop();
  await database?.stop();
});

/** Stores mails that are due; returns their ids. */
async function dueMails(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    kind: 'reset' as const,
    recipient: 'eva@example.org',
    subject: 's',
    text: 't',
    html: 'h',
    createdAt: Date.now(),
    dueAt: 0,
  }));
  await db.insert(mails).values(rows);
  return rows.map(({ id }) => id).toSorted();
}

const postedIds = () => api.requests.map(({ headers }) => String(headers['idempotency-key'])).toSorted();
const acceptedCount = () => db.$count(mails, sql`accepted_at is not null`);
const pastCounter = () => db.insert(attempts).values({ key: newId(), windowStart: 0, count: 1, endsAt: 1 });
const pastCounters = () => db.$count(attempts, eq(attempts.endsAt, 1));
const heldDuties = async (now = Date.now()) => (await db.select().from(sweepLeases)).filter(({ until }) => until > now);

describe('a lease', () => {
  test('goes to one of two runs, is given back with the place, and only by who has it', async () => {
    const take = (holder: string, now: number) => takeLeases(db, holder, ['mails', 'offers'], now, now + 100);
    const both = await Promise.all([take('a', 10), take('b', 10)]);
    expect(both.map((taken) => taken.length).toSorted()).toEqual([0, 2]);
    const holder = both[0].length > 0 ? 'a' : 'b';
    await giveLeasesBack(db, 'somebody else', [{ duty: 'mails', place: 'x' }]);
    expect(await take('c', 11)).toEqual([]);
    await giveLeasesBack(db, holder, [{ duty: 'offers', place: 'ab CODE' }]);
    expect(await take('c', 11)).toEqual([{ duty: 'offers', place: 'ab CODE' }]);
  });

  test('is taken over at its time and not before, and then no longer given back by who had it', async () => {
    const take = (holder: string, now: number) => takeLeases(db, holder, ['mails'], now, now + 100);
    await take('a', 10);
    expect([await take('b', 109), (await take('b', 110)).length]).toEqual([[], 1]);
    await giveLeasesBack(db, 'a', [{ duty: 'mails', place: '' }]);
    expect(await db.select().from(sweepLeases)).toEqual([{ duty: 'mails', holder: 'b', until: 210, place: '' }]);
  });
});

describe('two runs at once', () => {
  test('of two Workers do each thing once', async () => {
    const ids = await dueMails(20);
    expect(await Promise.all(workers.map((worker) => worker.scheduled()))).toEqual(['ok', 'ok']);
    expect(postedIds()).toEqual(ids);
    expect([await acceptedCount(), await heldDuties()]).toEqual([20, []]);
  });

  test('do each thing once, too, if one has taken the duties of the other over: the claims of rows stay the guard', async () => {
    const ids = await dueMails(30);
    const first = workers[0].scheduled();
    await expect.poll(() => api.requests.length).toBeGreaterThan(0);
    await db.update(sweepLeases).set({ until: 0 });
    expect(await Promise.all([first, workers[1].scheduled()])).toEqual(['ok', 'ok']);
    expect([postedIds(), await acceptedCount()]).toEqual([ids, 30]);
  });
});

test('a duty whose run has died is done again once its lease is over, and the others meanwhile', async () => {
  const [id] = await dueMails(1);
  await pastCounter();
  await db.insert(sweepLeases).values({ duty: 'mails', holder: 'a dead run', until: Date.now() + 60_000 });
  expect(await workers[0].scheduled()).toBe('ok');
  expect([postedIds(), await pastCounters()]).toEqual([[], 0]);
  await expect.poll(() => workers[0].log()).toContain('"fault":"another run is at it","duties":["mails"]');
  await db.update(sweepLeases).set({ until: Date.now() - 1 });
  expect(await workers[0].scheduled()).toBe('ok');
  expect([postedIds(), await heldDuties()]).toEqual([[id], []]);
});

test('a run that is stopped midway loses nothing, and what was acknowledged is not sent again', async () => {
  const ids = await dueMails(60);
  const stopped = workers[0].scheduled().catch(String);
  await expect.poll(() => api.requests.length).toBeGreaterThan(9);
  // From now on no mail is taken, so that the run cannot end before it is stopped.
  api.status = null;
  await workers[0].reload();
  await stopped;
  const acknowledged = await db.select({ id: mails.id }).from(mails).where(sql`accepted_at is not null`);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.length).toBeLessThan(60);
  expect((await heldDuties()).map(({ duty }) => duty)).toContain('mails');
  // Two minutes later the lease is over, and so are the claims.
  await db.update(sweepLeases).set({ until: 0 });
  await db.update(mails).set({ dueAt: 0 }).where(sql`accepted_at is null`);
  api.status = 200;
  expect(await workers[0].scheduled()).toBe('ok');
  const posted = postedIds();
  expect([[...new Set(posted)], await acceptedCount()]).toEqual([ids, 60]);
  expect(acknowledged.map(({ id }) => posted.filter((other) => other === id).length)).toEqual(acknowledged.map(() => 1));
});

test('a mail server that hangs holds its own duty alone', async () => {
  await dueMails(6);
  api.status = null;
  const hanging = workers[0].scheduled();
  await expect.poll(() => api.requests.length).toBeGreaterThan(0);
  await expect.poll(async () => (await heldDuties()).map(({ duty }) => duty)).toEqual(['mails']);
  await pastCounter();
  expect(await workers[1].scheduled()).toBe('ok');
  expect([await pastCounters(), (await heldDuties()).map(({ duty }) => duty)]).toEqual([0, ['mails']]);
  expect(await hanging).toBe('ok');
  expect(await heldDuties()).toEqual([]);
});

test('a duty that fails stops no other, is named in the log and is free for the next run', async () => {
  await dueMails(1);
  await pastCounter();
  await db.run(sql.raw('alter table file_removals rename to file_removals_away'));
  try {
    await workers[0].scheduled().catch(String);
    expect([await acceptedCount(), await pastCounters(), await heldDuties()]).toEqual([1, 0, []]);
    await expect.poll(() => workers[0].log()).toMatch(/"at":"sweep","duty":"files","name":"\w+"/);
  } finally {
    await db.run(sql.raw('alter table file_removals_away rename to file_removals'));
  }
  expect(await workers[0].scheduled()).toBe('ok');
});
