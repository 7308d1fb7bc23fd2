import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '#db/schema/index';
import { aMember, type TestMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type CountingProxy, startCountingProxy } from '../../support/servers/counting-proxy.ts';
import { aMemberRow, idsOf, inPublishedOrder } from './search-fixture.ts';

const site = testSite();
const people = Array.from({ length: 20 }, (_, i) => aMemberRow({ bucket: i % 4 }));
let proxy: CountingProxy;
let worker: TestWorker;
let bas: TestMember;
let slowMs = 0;
let isCut = false;

beforeAll(async () => {
  proxy = await startCountingProxy(site.dbUrl, { beforeTrip: () => pause(slowMs), isAnswerLost: () => isCut });
  worker = await startWorker({ dbUrl: proxy.url, vars: { SETTINGS_TTL_SECONDS: '3600' } });
  bas = await aMember(site.db, { gender: 'male', isPaused: true });
  await site.db.insert(members).values(people);
  await firstPage();
});

afterAll(async () => {
  await worker?.stop();
  await proxy?.stop();
});

const as = (cookie: string) => apiClient(worker.url, cookie);
const NAMED = 'country=NL&gender=female&min_age=18&max_age=100&photo=0&online=0&new_here=0&sort=active';
const firstPage = () => as(bas.cookie).get(`/api/search.php?${NAMED}`);
/** A member's search in one trip and in two, one that saves its filters, one of a visitor, and the second page. */
const searches = async (cursor = ''): Promise<ApiAnswer[]> =>
  Promise.all([
    firstPage(),
    as(bas.cookie).get('/api/search.php?country=NL&gender=female&facets=1'),
    as(bas.cookie).get('/api/search.php?country=NL&gender=female&manual_search=1'),
    as('').get('/api/search.php?country=NL&gender=female'),
    as(bas.cookie).get(`/api/search.php?${NAMED}&page=2&walk=${cursor}`),
  ]);

async function expectPages(answers: readonly ApiAnswer[]) {
  const order = inPublishedOrder(people);
  const [pages, last] = [answers.slice(0, -1), answers.at(-1)];
  for (const page of pages) expect([page.status, idsOf(page)]).toEqual([200, order.slice(0, 12)]);
  expect([last?.status, last && idsOf(last)]).toEqual([200, order.slice(12)]);
}

async function expectUnavailable(answers: readonly ApiAnswer[]) {
  for (const answer of answers) {
    expect([answer.status, answer.body]).toEqual([503, { error: { code: 'unavailable', message: 'the database is away' } }]);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  }
}

const otherCalls = () =>
  Promise.all([
    as(bas.cookie).post('/api/likes.php', { profile: people[0]?.id }),
    as(bas.cookie).post('/api/block.php', { profile: people[1]?.id }),
    as(bas.cookie).post('/api/report.php', { profile: people[2]?.id, reason: 'spam' }),
    as('').get(`/api/profile.php?id=${people[0]?.id}`),
    as('').get('/api/matchcount.php?country=NL'),
  ]);

test('while the database takes two seconds a trip every page comes, and is complete', async () => {
  const cursor = String((await firstPage()).at('paging.walk'));
  slowMs = 2_000;
  await expectPages(await searches(cursor));
  slowMs = 0;
});

test('while it takes ten seconds every call is 503 with a Retry-After, and nothing has changed', async () => {
  const before = await allRows(site.db);
  slowMs = 10_000;
  const answers = await Promise.all([searches(), otherCalls()]);
  slowMs = 0;
  await expectUnavailable(answers.flat());
  // Queries that the Worker no longer waits for still reach the database; they only read.
  await pause(3_000);
  expect(await allRows(site.db)).toEqual(before);
});

test('while it is cut off every call is 503, too, and as soon as it is back every page is complete', async () => {
  const cursor = String((await firstPage()).at('paging.walk'));
  isCut = true;
  await expectUnavailable([...(await searches(cursor)), ...(await otherCalls())]);
  isCut = false;
  await expectPages(await searches(cursor));
  expect((await worker.log()).match(/"at":"internal"/g)).toBeNull();
});
