import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/all-endpoints';
import { type Database, openDatabase } from '#db/client';
import { changeMember } from '#db/queries/account/members';
import { saveSetting } from '#db/queries/operator/settings';
import { aMatch, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { type ApiAnswer, apiClient } from '../../support/product/api-client.ts';
import { endpointCalls } from '../../support/product/endpoint-calls.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { type CountingProxy, startCountingProxy } from '../../support/servers/counting-proxy.ts';

let database: TestDatabase;
let proxy: CountingProxy;
let worker: TestWorker;
let db: Database;
let noor: TestMember;
let bas: TestMember;
let calls: ReturnType<typeof endpointCalls>;

beforeAll(async () => {
  database = await startDatabase();
  proxy = await startCountingProxy(database.url);
  // Settings are cached as on a running site: read once and not at every request.
  worker = await startWorker({ dbUrl: proxy.url, vars: { SETTINGS_TTL_SECONDS: '3600' } });
  db = openDatabase(database.url);
  await saveSetting(db, 'member_resell', ['cams']);
  await saveSetting(db, 'vitals_sample', 100);
  [noor, bas] = await Promise.all([aMember(db, { credits: 9 }), aMember(db, { name: 'Bas' })]);
  await aMatch(db, noor.id, bas.id);
  const conversation = String((await as(noor).get(`/api/chat.php?profile=${bas.id}`)).at('id'));
  calls = endpointCalls({ db, url: worker.url, as, noor, bas, conversation });
});

afterAll(async () => {
  await worker?.stop();
  await proxy?.stop();
  await database?.stop();
});

const as = (member: Pick<TestMember, 'cookie'> | null) => apiClient(worker.url, member?.cookie ?? '');

/** Makes one call; returns its answer and its round trips, without those of the preparation. */
async function tripsOf(call: () => Promise<ApiAnswer>): Promise<{ trips: string[]; answer: ApiAnswer }> {
  proxy.takeRoundTrips();
  const answer = await call();
  return { trips: proxy.takeRoundTrips(), answer };
}

const otherFilters = 'looking_for=&interests=&body_height=&photo=0&online=0&new_here=0';
const withoutSort = `searchAllCountries=1&gender=&min_age=18&max_age=100&${otherFilters}`;
const withAllFilters = `${withoutSort}&sort=active`;
const searches: [what: string, trips: number, query: string, member: boolean][] = [
  ['all filters named', 1, withAllFilters, true],
  ['all filters named, few results or facets', 1, `${withAllFilters}&facets=1`, true],
  [
    'all filters named, a country and a region',
    1,
    `country=NL&countryregion=NL-UT&gender=female&min_age=20&max_age=40&${otherFilters}&sort=active`,
    true,
  ],
  ['all filters named, page 3', 1, `${withAllFilters}&page=3`, true],
  ['all filters named, newest', 1, `${withoutSort}&sort=new`, true],
  ['a visitor', 1, 'country=NL', false],
  ['a visitor, similar', 2, 'source=similar', false],
  ['all filters named but one', 2, withoutSort, true],
  ['the saved filters', 2, '', true],
  ['the saved filters with facets', 2, 'facets=1', true],
  ['a manual search', 2, `${withAllFilters}&manual_search=1`, true],
  ['near', 2, `${withoutSort}&sort=near`, true],
  ['similar', 2, `${withAllFilters}&source=similar&facets=1`, true],
];
test.each(searches)('a search with %s takes %i round trips', async (_, count, query, isMember) => {
  const { trips, answer } = await tripsOf(() => as(isMember ? noor : null).get(`/api/search.php?${query}`));
  expect(answer.status).toBe(200);
  expect(trips).toHaveLength(count);
});

test('named filters take one trip more for a member who hides fictional members, and no more than two', async () => {
  const eva = await aMember(db, { hideFictional: true });
  expect((await tripsOf(() => as(eva).get(`/api/search.php?${withAllFilters}`))).trips).toHaveLength(2);
});

/**
 * Calls that may take more than two trips. An order asks the provider between inserting its row and storing the payment address. Acts of
 * operators are planned by the functions of the command line, which read what they change by themselves.
 */
const MOST_TRIPS: Readonly<Record<string, number>> = {
  'credits.createOrder': 3,
  'operator.takeNextCase': 3,
  'operator.decideCase': 3,
  'operator.restoreDecision': 4,
  'operator.sendLettersAgain': 3,
  'operator.grantCredits': 3,
  'operator.recordRefund': 3,
  'operator.endDiscount': 3,
  'operator.saveSetting': 3,
  'operator.resetSetting': 3,
  'operator.revertSetting': 3,
};

describe('round trips of', () => {
  test.each(Object.keys(ENDPOINTS))('%s are two at most', async (name) => {
    const prepare = calls[name];
    if (!prepare) throw new Error(`no call of ${name} here: add one that succeeds`);
    const call = await prepare();
    const { trips, answer } = await tripsOf(async () => call());
    // No room server runs here, so that the health check answers 503.
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(name === 'settings.getHealth' ? 504 : 400);
    expect(trips.length, trips.join('\n\n')).toBeLessThanOrEqual(MOST_TRIPS[name] ?? 2);
  });
});

test('a send takes two round trips, with a valid pass one, with an outdated one three', async () => {
  const conversation = String((await as(noor).get(`/api/chat.php?profile=${bas.id}`)).at('id'));
  const trips = async (send_pass: unknown) => {
    const message = { client_id: newId(), text: 'Hello' };
    const sent = await tripsOf(() => as(noor).post('/api/chat.php', { conversation: { id: conversation }, message, send_pass }));
    expect(sent.answer.status).toBe(201);
    return { count: sent.trips.length, next: sent.answer.at('send_pass') };
  };
  const first = await trips(undefined);
  const second = await trips(first.next);
  await changeMember(db, noor.id, { paymentCountry: 'DE' });
  const third = await trips(second.next);
  const fourth = await trips(third.next);
  expect([first, second, third, fourth].map(({ count }) => count)).toEqual([2, 1, 3, 1]);
  const { send_pass } = Object((await as(noor).get(`/api/chat.php?conversation=${conversation}`)).body);
  expect((await trips(send_pass)).count).toBe(1);
});

test('the work after an answer takes no round trip of its own', async () => {
  await changeMember(db, noor.id, { lastActiveAt: 0, activityBucket: 0 });
  const { trips } = await tripsOf(() => as(noor).get('/api/user.php'));
  expect(trips).toHaveLength(1);
});
