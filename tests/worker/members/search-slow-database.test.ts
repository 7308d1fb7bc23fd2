import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '#db/schema/index';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type CountingProxy, startCountingProxy } from '../../support/servers/counting-proxy.ts';
import { aMemberRow, idsOf, inPublishedOrder } from './search-fixture.ts';

const NAMED = 'country=NL&gender=female&min_age=18&max_age=100&photo=0&online=0&new_here=0&sort=active';
const people = Array.from({ length: 20 }, (_, i) => aMemberRow({ bucket: i % 4 }));

/** A site with people to search for, whose round trips to its database wait for `trip` and lose their answers while `isCut`. */
async function disturbedSite() {
  const { url, db } = await testDatabase();
  const disturbance = { trip: async (): Promise<void> => undefined, isCut: false };
  let started: { proxy: CountingProxy; worker: TestWorker; bas: TestMember } | undefined;
  const running = () => {
    if (!started) throw new Error('the site is used before it has started');
    return started;
  };
  const as = (cookie: string) => apiClient(running().worker.url, cookie);
  const firstPage = () => as(running().bas.cookie).get(`/api/search.php?${NAMED}`);
  beforeAll(async () => {
    const proxy = await startCountingProxy(url, { beforeTrip: () => disturbance.trip(), isAnswerLost: () => disturbance.isCut });
    const worker = await startWorker({ dbUrl: proxy.url, vars: { SETTINGS_TTL_SECONDS: '3600' } });
    started = { proxy, worker, bas: await aMember(db, { gender: 'male', isPaused: true }) };
    await db.insert(members).values(people);
    await firstPage();
  });
  afterAll(async () => {
    await started?.worker.stop();
    await started?.proxy.stop();
  });
  return {
    disturbance,
    rows: () => allRows(db),
    log: () => running().worker.log(),
    nextCursor: async () => String((await firstPage()).at('paging.walk')),
    pendingTrips: () => running().proxy.pendingTrips,
    /** A member's search in one trip and in two, one that saves its filters, one of a visitor, and the second page. */
    searches: (cursor = ''): Promise<ApiAnswer[]> => {
      const me = as(running().bas.cookie);
      return Promise.all([
        firstPage(),
        me.get('/api/search.php?country=NL&gender=female&facets=1'),
        me.get('/api/search.php?country=NL&gender=female&manual_search=1'),
        as('').get('/api/search.php?country=NL&gender=female'),
        me.get(`/api/search.php?${NAMED}&page=2&walk=${cursor}`),
      ]);
    },
    otherCalls: (): Promise<ApiAnswer[]> => {
      const me = as(running().bas.cookie);
      return Promise.all([
        me.post('/api/likes.php', { profile: people[0]?.id }),
        me.post('/api/block.php', { profile: people[1]?.id }),
        me.post('/api/report.php', { profile: people[2]?.id, reason: 'spam' }),
        as('').get(`/api/profile.php?id=${people[0]?.id}`),
        as('').get('/api/matchcount.php?country=NL'),
      ]);
    },
  };
}

const [slow, silent] = await Promise.all([disturbedSite(), disturbedSite()]);

function expectPages(answers: readonly ApiAnswer[]): void {
  const order = inPublishedOrder(people);
  const [pages, last] = [answers.slice(0, -1), answers.at(-1)];
  for (const page of pages) expect([page.status, idsOf(page)]).toEqual([200, order.slice(0, 12)]);
  expect([last?.status, last && idsOf(last)]).toEqual([200, order.slice(12)]);
}

function expectUnavailable(answers: readonly ApiAnswer[]): void {
  for (const answer of answers) {
    expect([answer.status, answer.body]).toEqual([503, { error: { code: 'unavailable', message: 'the database is away' } }]);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  }
}

// The first two run concurrently, each on a site of its own, as both wait for their database.
test.concurrent('while the database takes two seconds a trip every page comes, and is complete', async () => {
  const cursor = await slow.nextCursor();
  slow.disturbance.trip = () => pause(2_000);
  expectPages(await slow.searches(cursor));
});

test.concurrent('while it takes longer than the time limit every call is 503 with a Retry-After, and nothing has changed', async ({
  expect,
}) => {
  const before = await silent.rows();
  const released = Promise.withResolvers<void>();
  silent.disturbance.trip = () => released.promise;
  expectUnavailable((await Promise.all([silent.searches(), silent.otherCalls()])).flat());
  // Queries that the Worker no longer waits for still reach the database; they only read.
  released.resolve();
  await expect.poll(silent.pendingTrips).toBe(0);
  expect(await silent.rows()).toEqual(before);
});

test('while it is cut off every call is 503, too, and as soon as it is back every page is complete', async () => {
  const cursor = await silent.nextCursor();
  silent.disturbance.isCut = true;
  expectUnavailable([...(await silent.searches(cursor)), ...(await silent.otherCalls())]);
  silent.disturbance.isCut = false;
  expectPages(await silent.searches(cursor));
  expect((await silent.log()).match(/"at":"internal"/g)).toBeNull();
});
