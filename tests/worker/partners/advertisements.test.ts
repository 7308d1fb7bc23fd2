import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { orders } from '#db/schema/index';
import { aMember, anOrderRow } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { testSite } from '../../support/product/test-site.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { accountsIn, aFeedEntry, camsIn, partnerFixture, SEARCH } from './partner-fixture.ts';

const site = testSite();
const fixture = partnerFixture(site);
const NOBODY = { cams: {}, flows: [] };
const FLOWS = { 'profile-search': 'https://partner.example/search?from=vonk', other: 'https://other.example/' };

const cam = (account: string) => `/api/xcams/redirect.php?account=${account}`;
const flow = (name: string) => `/api/resellpartner.php?flow=${name}&redirect=1`;
/** The addresses of advertisements that a member may request. */
const ADVERTISEMENTS = [cam('nova'), flow('profile-search')];

beforeEach(async () => {
  await saveSetting(site.db, 'member_resell', ['cams']);
  await saveSetting(site.db, 'cams_address', 'https://partner.example/meet/{account}?site=vonk');
  await saveSetting(site.db, 'resell_flows', FLOWS);
  await fixture.setFeed(fixture.partner.serveFeed([aFeedEntry('nova'), aFeedEntry('river', { gender: 'male', age: 45 })]));
});

describe('who sees advertisements', () => {
  const readers: [who: string, sees: boolean, traits: () => Parameters<typeof aMember>[1], resell: string[]][] = [
    ['signed up a month ago', true, () => ({}), ['cams']],
    ['a site that resells camads', true, () => ({}), ['other', 'camads']],
    ['a minute more than four days ago', true, () => ({ createdAt: Date.now() - 4 * DAY - 60_000 }), ['cams']],
    ['not yet four days ago', false, () => ({ createdAt: Date.now() - 4 * DAY + 60_000 }), ['cams']],
    ['just now', false, () => ({ createdAt: Date.now() }), ['cams']],
    ['pays', false, () => ({ premiumUntil: Date.now() + 60_000 }), ['cams']],
    ['had premium that nobody paid for', true, () => ({ premiumUntil: Date.now() - 60_000 }), ['cams']],
    ['not confirmed', true, () => ({ status: 'not_confirmed' }), ['cams']],
    ['a site that resells nothing', false, () => ({}), []],
    ['a site that resells something else', false, () => ({}), ['CAMS', 'cam', 'dating']],
  ];
  test.each(readers)('%s: %s', async (_, sees, traits, resell) => {
    await saveSetting(site.db, 'member_resell', resell);
    const reader = site.as(await aMember(site.db, traits()));
    const answer = await reader.get(SEARCH);
    expect(answer.status).toBe(200);
    if (sees) expect([accountsIn(answer), answer.at('flows')]).toEqual([['nova', 'river'], Object.keys(FLOWS)]);
    else expect(answer.body).toEqual(NOBODY);
    const statuses = await Promise.all(ADVERTISEMENTS.map(async (path) => (await reader.get(path)).status));
    expect(statuses).toEqual(sees ? [302, 302] : [404, 404]);
  });

  const paid = { status: 'paid', paidAt: Date.now() - 60 * DAY } as const;
  test.each([
    ['whoever bought credits, however long ago', false, paid],
    ['whoever bought premium that is over', false, { ...paid, kind: 'plan', productId: 'premium-1', credits: 0 }],
    ['whoever got a part of it back', false, { ...paid, returnedAmount: 998 }],
    ['whoever got all of it back', true, { ...paid, status: 'refunded', returnedAmount: 999 }],
    ['whoever withdrew from all of it, while the money is on its way', true, { ...paid, withdrawnAmount: 999 }],
    ['whoever has not paid yet', true, { status: 'open' }],
    ['whose payment failed', true, { status: 'failed' }],
  ] as const)('%s: %s', async (_, sees, order) => {
    const member = await aMember(site.db);
    await site.db.insert(orders).values(anOrderRow({ memberId: member.id, ...order }));
    const reader = site.as(member);
    expect(accountsIn(await reader.get(SEARCH))).toEqual(sees ? ['nova', 'river'] : []);
    const statuses = await Promise.all(ADVERTISEMENTS.map(async (path) => (await reader.get(path)).status));
    expect(statuses).toEqual(sees ? [302, 302] : [404, 404]);
    expect((await reader.get('/api/user.php')).at('user.paid_user')).toBe(!sees);
  });

  test('visitors and ended sessions are 403, without a request to the partner', async () => {
    const before = fixture.partner.requests.length;
    for (const path of [SEARCH, ...ADVERTISEMENTS]) {
      const answer = await site.visitor.get(path);
      expect([path, answer.status, answer.at('error.code')]).toEqual([path, 403, 'signed_out']);
      expect(answer.headers.get('Location')).toBeNull();
    }
    expect(fixture.partner.requests.length).toBe(before);
  });
});

describe('the filters', () => {
  test.each([
    ['gender=male', ['river']],
    ['gender=', ['nova', 'river']],
    ['min_age=31', ['river']],
    ['max_age=30', ['nova']],
    ['min_age=30&max_age=45', ['nova', 'river']],
    ['min_age=45&max_age=40', ['river']],
    ['min_age=-5&max_age=999', ['nova', 'river']],
    ['min_age=&max_age=', ['nova', 'river']],
    ['gender=nonbinary', []],
  ])('%s', async (query, accounts) => {
    expect(accountsIn(await fixture.reader.get(`${SEARCH}?${query}`))).toEqual(accounts);
  });

  test('that are not named are those of the member’s saved search', async () => {
    const savedSearch = { gender: 'male', min_age: 40, max_age: 50, country: 'NL' };
    const reader = site.as(await aMember(site.db, { savedSearch }));
    expect(accountsIn(await reader.get(SEARCH))).toEqual(['river']);
    expect(accountsIn(await reader.get(`${SEARCH}?gender=`))).toEqual(['river']);
    expect(accountsIn(await reader.get(`${SEARCH}?gender=&min_age=&max_age=`))).toEqual(['nova', 'river']);
  });

  test.each(['gender=cat', 'min_age=young', 'gender=male&gender=female'])('%s is refused', async (query) => {
    const answer = await fixture.reader.get(`${SEARCH}?${query}`);
    expect([answer.status, answer.at('error.code')]).toEqual([422, 'invalid']);
  });
});

describe('an account’s link', () => {
  test('leads to the configured partner without a referrer', async () => {
    const answer = await fixture.reader.get(cam('river'));
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, 'https://partner.example/meet/river?site=vonk']);
    expect([answer.headers.get('Referrer-Policy'), answer.headers.get('Cache-Control')]).toEqual(['no-referrer', 'no-store']);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test.each(['sol', 'Nova', 'constructor', '__proto__', 'toString'])('is 404 for %s, whom the feed does not name', async (account) => {
    const answer = await fixture.reader.get(cam(account));
    expect([answer.status, answer.at('error.code'), answer.headers.get('Location')]).toEqual([404, 'not_found', null]);
  });

  test.each(['https://evil.example', '//evil.example', 'nova/../..', 'nova%0d%0aSet-Cookie:x', '', 'x'.repeat(65)])(
    'refuses %s as an account',
    async (account) => {
      const answer = await fixture.reader.get(cam(account));
      expect([answer.status, answer.headers.get('Location')]).toEqual([422, null]);
    },
  );

  test('is 404 once the partner has dropped the account', async () => {
    await fixture.setFeed(fixture.partner.serveFeed([aFeedEntry('river')]));
    expect((await fixture.reader.get(cam('nova'))).status).toBe(404);
  });
});

describe('a flow', () => {
  test('leads where the operator has set it to', async () => {
    const answer = await fixture.reader.get(`${flow('profile-search')}&url=https://evil.example&to=https://evil.example`);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, FLOWS['profile-search']]);
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  test.each(['nothing', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])('is 404 for %s', async (name) => {
    expect((await fixture.reader.get(flow(name))).status).toBe(404);
  });

  test.each(['flow=https://evil.example&redirect=1', 'redirect=1', 'flow=other&redirect=2', 'flow=other&flow=other'])(
    'refuses %s',
    async (query) => {
      const answer = await fixture.reader.get(`/api/resellpartner.php?${query}`);
      expect([answer.status, answer.headers.get('Location')]).toEqual([422, null]);
    },
  );
});

describe('in production', () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startWorker({ dbUrl: site.dbUrl, vars: { ENVIRONMENT: 'production' } });
  });
  afterAll(() => worker?.stop());
  const asReader = async () => apiClient(worker.url, (await aMember(site.db)).cookie);

  test('there are no tiles without a feed, and no local test partner', async () => {
    await fixture.setFeed(null);
    await clearSetting(site.db, 'resell_flows');
    const reader = await asReader();
    expect((await reader.get(SEARCH)).body).toEqual(NOBODY);
    for (const path of ADVERTISEMENTS) expect((await reader.get(path)).status).toBe(404);
    for (const path of ['/_dev/cams/feed.json', '/_dev/cams/nova.png', '/_dev/cams/nova']) {
      const answer = await reader.get(path);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=UTF-8']);
    }
  });

  test('there are no tiles without an address to lead to', async () => {
    await clearSetting(site.db, 'cams_address');
    expect(accountsIn(await (await asReader()).get(SEARCH))).toEqual([]);
  });
});

test('a local site with nothing but member_resell set serves a test partner itself', async () => {
  await fixture.setFeed(null);
  await clearSetting(site.db, 'cams_address');
  await clearSetting(site.db, 'resell_flows');
  const answer = await fixture.reader.get(SEARCH);
  const [first] = camsIn(answer);
  expect(camsIn(answer).length).toBeGreaterThanOrEqual(4);
  expect(answer.at('flows')).toEqual(['profile-search']);
  const picture = await fetch(new URL(first?.thumb_filename ?? '', site.url));
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  for (const path of [cam(first?.account ?? ''), flow('profile-search')]) {
    const target = (await fixture.reader.get(path)).headers.get('Location') ?? '';
    expect([target.startsWith(`${site.url}/_dev/cams/`), (await fetch(target)).status]).toEqual([true, 200]);
  }
});
