import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { getFigures, type OperatedFigures } from '#contract/operator/operated-figures';
import { saveFigures } from '#db/queries/operator/figures';
import { addVitalCounts } from '#db/queries/vitals/vitals';
import { dailyFigures, operatorActivity, vitals } from '#db/schema/index';
import { addUpFigures, dayOf } from '../../../worker/domain/operating/daily-figures.ts';
import { siteCommandsInProcess } from '../../cli/run-site-command.ts';
import { aMember } from '../../support/database/factories.ts';
import { anOperator } from '../../support/database/operator-factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';

const site = testSite();
const command = siteCommandsInProcess(() => site.dbUrl);
const daysAgo = (days: number) => dayOf(Date.now() - days * DAY);
const row = (days: number, figure: string, slice: string, count: number) => ({ day: daysAgo(days), figure, slice, count });

beforeEach(async () => {
  await avoidWindowEnd(DAY);
  for (const table of [dailyFigures, vitals]) await site.db.delete(table);
});

const ask = (caller: { cookie: string } | null, query: Readonly<Record<string, string>> = {}) =>
  (caller ? site.as(caller) : site.visitor).get(
    `/api/operator/figures.php?${new URLSearchParams({ from: daysAgo(3), to: daysAgo(1), ...query })}`,
  );
const seriesOf = (body: unknown, name: string) => (body as OperatedFigures).figures.find(({ figure }) => figure === name);

describe('figures of a span', () => {
  test('are told by day as the contract says, those of money to admins alone', async () => {
    await saveFigures(site.db, [
      ...[row(1, 'added_up', '', 1), row(2, 'added_up', '', 1), row(1, 'signups', 'NL', 3), row(2, 'signups', 'DE', 1)],
      ...[row(1, 'revenue', 'EUR', 999), row(1, 'orders', 'EUR', 1), row(2, 'revenue', 'GBP', 1500), row(2, 'orders', 'GBP', 2)],
      ...[row(1, 'decision_times', '24', 2), row(9, 'signups', 'NL', 50)],
    ]);
    await addVitalCounts(site.db, [
      { day: daysAgo(1), page: 'index', vital: 'lcp', device: 'phone', source: 'network', upTo: 1200, count: 4 },
      { day: daysAgo(9), page: 'index', vital: 'lcp', device: 'phone', source: 'network', upTo: 60_000, count: 400 },
    ]);
    const answer = await ask(await anOperator(site.db, { role: 'admin' }));
    expect(answer.status).toBe(200);
    expect(v.parse(v.strictObject(getFigures.output.entries), answer.body)).toEqual(answer.body);
    expect(answer.body).toMatchObject({
      periods: [3, 2, 1].map((days) => ({ from: daysAgo(days), to: daysAgo(days) })),
      counted_days: 2,
      money: [
        { currency: 'EUR', orders: [null, 0, 1], revenue: [null, 0, 999] },
        { currency: 'GBP', orders: [null, 2, 0], revenue: [null, 1500, 0] },
      ],
    });
    expect(seriesOf(answer.body, 'signups')).toEqual({
      figure: 'signups',
      values: [null, 1, 3],
      slices: [
        { slice: 'NL', count: 3 },
        { slice: 'DE', count: 1 },
      ],
    });
    const body = answer.body as OperatedFigures;
    expect(body.vitals.find(({ vital }) => vital === 'lcp')).toMatchObject({ count: 4, p75: 1200, values: [null, null, 1200] });
    expect(body.handling[0]).toMatchObject({ of: 'decisions', count: 2, median: { hours: 24, is: 'within' } });

    const moderator = await ask(await anOperator(site.db));
    expect(moderator.status).toBe(200);
    expect(moderator.at('money')).toBeNull();
    expect(JSON.stringify(moderator.body)).not.toMatch(/revenue|"orders"|EUR/);
    expect(seriesOf(moderator.body, 'signups')).toEqual(seriesOf(answer.body, 'signups'));
  });

  test('are told by month, and end today at the latest', async () => {
    await saveFigures(site.db, [row(0, 'bans', '', 2)]);
    const answer = await ask(await anOperator(site.db), { from: daysAgo(365), to: daysAgo(0), step: 'month' });
    expect(answer.status).toBe(200);
    const bans = seriesOf(answer.body, 'bans')?.values ?? [];
    expect([bans.length, bans.at(-1), bans.at(0)]).toEqual([13, 2, null]);
  });

  test('follow from what has happened, for the desk and for the command line', async () => {
    const [reporter, reported] = [await aMember(site.db), await aMember(site.db)];
    await site.as(reporter).post('/api/report.php', { profile: reported.id, reason: 'scam' });
    // A day is added up once it is over.
    await addUpFigures(site.db, Date.now() + DAY);
    const answer = await ask(await anOperator(site.db), { from: daysAgo(0), to: daysAgo(0) });
    expect([seriesOf(answer.body, 'reports')?.values, seriesOf(answer.body, 'cases')?.values]).toEqual([[1], [1]]);
    expect((await command('figures', 'show', '--days', '1')).says).toContain('cases: report 1');
  });

  test('hold nothing of a person, and looking at them is no act', async () => {
    const operator = await anOperator(site.db, { role: 'admin' });
    await ask(operator);
    expect((await site.db.select().from(operatorActivity)).filter(({ operatorId }) => operatorId === operator.id)).toEqual([]);
  });
});

describe('a span', () => {
  test.each([
    ['that ends before it begins', { from: daysAgo(1), to: daysAgo(2) }, { to: 'not_allowed' }],
    ['that ends tomorrow', { to: daysAgo(-1) }, { to: 'not_allowed' }],
    ['of 367 days', { from: daysAgo(367), to: daysAgo(1) }, { from: 'not_allowed' }],
    ['of two thousand years', { from: '0001-01-01' }, { from: 'not_allowed' }],
    ['that begins on no day', { from: '2026-02-30' }, { from: 'not_allowed' }],
    ['that begins with words', { from: 'yesterday' }, { from: 'wrong_type' }],
    ['with a time', { to: `${daysAgo(1)}T00:00Z` }, { to: 'wrong_type' }],
    ['by week', { step: 'week' }, { step: 'unknown' }],
  ])('%s is refused', async (_, query, fields) => {
    const answer = await ask(await anOperator(site.db), query);
    expect([answer.status, answer.at('error.fields')]).toEqual([422, fields]);
  });

  test('without an end is refused', async () => {
    const answer = await site.as(await anOperator(site.db)).get(`/api/operator/figures.php?from=${daysAgo(1)}`);
    expect([answer.status, Object.keys(answer.at('error.fields') as object)]).toEqual([422, ['to']]);
  });

  test('of 366 days is allowed', async () => {
    const answer = await ask(await anOperator(site.db), { from: daysAgo(366), to: daysAgo(1) });
    expect([answer.status, (answer.at('periods') as unknown[]).length]).toEqual([200, 366]);
  });
});

describe('nobody else is told', () => {
  test.each([
    ['a visitor', async () => null],
    ['a member', async () => aMember(site.db)],
    ['an operator with the session of a member', async () => ({ cookie: (await anOperator(site.db)).memberCookie })],
    ['an operator whose session has ended', async () => anOperator(site.db, { endsIn: -HOUR })],
  ])('%s', async (_, caller) => {
    const answer = await ask(await caller());
    expect([answer.status, answer.at('error.code')]).toEqual([403, 'signed_out']);
  });
});
