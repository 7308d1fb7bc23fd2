import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/durations';
import { clearSetting, saveSetting } from '#db/queries/operator/settings';
import { attempts, vitals } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { allRows } from '../../support/database/table-rows.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();
const ADDRESS = '/api/vitals.php';
const aReport = (values: object = { lcp: [900] }, more: object = {}) => ({
  page: 'members',
  device: 'phone',
  source: 'network',
  values,
  ...more,
});
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
/** The counts by figure and bucket. */
async function counts(): Promise<Record<string, number>> {
  const rows = await site.db.select().from(vitals);
  return Object.fromEntries(rows.map(({ vital, upTo, count }) => [`${vital} ${upTo}`, count]));
}

beforeEach(async () => {
  await site.db.batch([site.db.delete(vitals), site.db.delete(attempts)]);
  await saveSetting(site.db, 'vitals_sample', 100);
});
afterAll(() => clearSetting(site.db, 'vitals_sample'));

describe('a report', () => {
  test('adds each value to the count of its bucket, the bound included', async () => {
    const values = { ttfb: [0], lcp: [801], first_tap: [60_000], cls: [0.02], inp: [100], send: [81, 95, 101], reconnect: [60_000, 1] };
    const answer = await site.visitor.post(ADDRESS, aReport(values));
    expect([answer.status, answer.body]).toEqual([204, '']);
    const once = {
      ...{ 'ttfb 25': 1, 'lcp 1000': 1, 'first_tap 60000': 1, 'cls 0.02': 1, 'inp 100': 1 },
      ...{ 'send 100': 2, 'send 150': 1, 'reconnect 60000': 1, 'reconnect 100': 1 },
    };
    expect(await counts()).toEqual(once);
    await site.visitor.post(ADDRESS, aReport(values));
    expect(await counts()).toEqual(Object.fromEntries(Object.entries(once).map(([bucket, count]) => [bucket, count * 2])));
  });

  test('is counted apart by page, device and source', async () => {
    await avoidWindowEnd(DAY);
    for (const more of [{}, { page: 'index' }, { device: 'desktop' }, { source: 'service_worker' }]) {
      expect((await site.visitor.post(ADDRESS, aReport(undefined, more))).status).toBe(204);
    }
    const rows = await site.db.select().from(vitals);
    const of = { day: dayOf(Date.now()), page: 'members', vital: 'lcp', device: 'phone', source: 'network', upTo: 1000, count: 1 };
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(
      expect.arrayContaining([of, { ...of, page: 'index' }, { ...of, device: 'desktop' }, { ...of, source: 'service_worker' }]),
    );
  });

  test('of a member leaves the member, the session and the cookie as they are, and nothing of them', async () => {
    const noor = await aMember(site.db, { lastActiveAt: 1 });
    const before = await allRows(site.db);
    const headers = { 'User-Agent': 'a browser', Referer: `${site.url}/members/${noor.id}`, 'Accept-Language': 'pl' };
    const answer = await site.as(noor).post(ADDRESS, { ...aReport(), email: noor.email }, headers);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    expect(await counts()).toEqual({ 'lcp 1000': 1 });
    await site.db.delete(vitals);
    expect(await allRows(site.db)).toEqual(before);
  });

  test('counts nothing where no visits are measured', async () => {
    await saveSetting(site.db, 'vitals_sample', 0);
    expect((await site.visitor.post(ADDRESS, aReport())).status).toBe(204);
    expect([await counts(), await site.db.select().from(attempts)]).toEqual([{}, []]);
  });

  test('leaves no line in the log, unless it is refused', async () => {
    await site.visitor.post(ADDRESS, aReport());
    await site.visitor.post(ADDRESS, aReport({}));
    const lines = async () => (await site.worker.log()).split('\n').filter((line) => line.includes(ADDRESS));
    await expect.poll(async () => (await lines()).length).toBeGreaterThan(0);
    expect((await lines()).filter((line) => !line.includes('422') && !line.includes('403'))).toEqual([]);
  });
});

describe('refused and not counted is', () => {
  const invalid: [what: string, body: unknown, fields: object][] = [
    ['a report without values', aReport({}), { values: 'required' }],
    ['a report with an empty list', aReport({ lcp: [] }), { values: 'required' }],
    ['a report with unknown figures alone', aReport({ secret: [1] }), { values: 'required' }],
    ['a value below 0', aReport({ lcp: [-1] }), { 'values.lcp.0': 'not_allowed' }],
    ['a value above the last bound', aReport({ lcp: [60_001] }), { 'values.lcp.0': 'not_allowed' }],
    [
      'an endless value',
      '{"page":"index","device":"phone","source":"network","values":{"inp":[1e999]}}',
      { 'values.inp.0': 'not_allowed' },
    ],
    ['a value that is no number', aReport({ cls: ['0'] }), { 'values.cls.0': 'wrong_type' }],
    ['a number instead of a list', aReport({ cls: 0 }), { 'values.cls': 'wrong_type' }],
    ['two values of what a load has once', aReport({ lcp: [1, 2] }), { 'values.lcp': 'too_long' }],
    ['more messages than a report may hold', aReport({ send: Array.from({ length: 51 }, () => 1) }), { 'values.send': 'too_long' }],
    ['an unknown page', aReport(undefined, { page: '/members/x' }), { page: 'unknown' }],
    ['an unknown device', aReport(undefined, { device: 'iPhone 15' }), { device: 'unknown' }],
    ['an unknown source', aReport(undefined, { source: 'cache' }), { source: 'unknown' }],
    ['no report at all', {}, { page: 'required', device: 'required', source: 'required', values: 'required' }],
  ];
  test.each(invalid)('%s', async (_, body, fields) => {
    const answer = await site.visitor.post(ADDRESS, body);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
    expect(await counts()).toEqual({});
  });

  test('a report that another site sends', async () => {
    const answer = await site.visitor.post(ADDRESS, aReport(), { Origin: 'https://other.example' });
    expect([answer.status, await counts()]).toEqual([403, {}]);
  });

  test('a report above the limit of its network', async () => {
    await saveSetting(site.db, 'vitals_a_minute', 1);
    await avoidWindowEnd(MINUTE);
    const statuses = [await site.visitor.post(ADDRESS, aReport()), await site.visitor.post(ADDRESS, aReport())].map(({ status }) => status);
    await clearSetting(site.db, 'vitals_a_minute');
    expect([statuses.at(-1), (await counts())['lcp 1000']]).toEqual([429, 1]);
  });
});

test('the sweep deletes counts that are older than 90 days', async () => {
  const row = { page: 'index', vital: 'lcp', device: 'phone', source: 'network', upTo: 1000, count: 1 };
  const days = [0, 89, 90, 91, 400].map((ago) => dayOf(Date.now() - ago * DAY));
  await site.db.insert(vitals).values(days.map((day) => ({ ...row, day })));
  await site.worker.scheduled();
  const left = await site.db.select().from(vitals);
  expect(left.map(({ day }) => day).toSorted()).toEqual(days.slice(0, 3).toSorted());
});

test('a client is told the sample, and a local site measures nothing by itself', async () => {
  const sample = async () => (await site.visitor.get('/api/settings.php')).at('vitals_sample');
  expect(await sample()).toBe(100);
  await clearSetting(site.db, 'vitals_sample');
  expect(await sample()).toBe(0);
});
