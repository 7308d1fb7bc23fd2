import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { saveFigures } from '#db/queries/operator/figures';
import { dailyFigures } from '#db/schema/index';
import { testDatabase } from '../../support/database/test-database.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const { db, url } = await testDatabase();
const site = siteCommandsInProcess(() => url);
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);

beforeEach(async () => {
  await avoidWindowEnd(DAY);
  await db.delete(dailyFigures);
});

describe('figures show', () => {
  const row = (daysAgo: number, figure: string, slice: string, count: number) => ({ day: dayOf(daysAgo), figure, slice, count });
  const cellsOf = (line = '') => line.trim().split(/ +/);

  test('prints a line a day and the sums of slices; what was not measured is no 0', async () => {
    await saveFigures(db, [
      ...[row(1, 'added_up', '', 1), row(1, 'activity_counted', '', 1), row(2, 'added_up', '', 1)],
      ...[row(1, 'signups', 'NL', 12), row(1, 'signups', 'DE', 3), row(2, 'signups', 'DE', 30), row(1, 'active_day', 'NL', 250)],
      ...[
        row(1, 'notices', 'fraud', 2),
        row(1, 'cases', 'notice', 2),
        row(1, 'decisions', 'ban:scam', 4),
        row(1, 'decision_times', '24', 4),
      ],
      ...[row(1, 'revenue', 'EUR', 1999), row(1, 'orders', 'EUR', 2), row(2, 'orders', 'GBP', 1), row(2, 'revenue', 'GBP', 400)],
      ...[row(0, 'mails_failed', 'absence', 2), row(1, 'mails_given_up', 'outcome', 1), row(1, 'mails_given_up', 'reset', 5)],
    ]);
    const { says } = await site('figures', 'show', '--days', '3');
    const lines = says.split('\n');
    expect(lines[0]?.trim().split(/ {2,}/)).toEqual(
      (
        'day,signups,active,in 7 days,in 30 days,messages,reports,notices,complaints,cases,decisions,appeals,' +
        'bans,orders,mails failed,pushes failed'
      ).split(','),
    );
    expect(cellsOf(lines[1])).toEqual([dayOf(2), ...'30 – – – 0 0 0 0 0 0 0 0 1 0 0'.split(' ')]);
    expect(cellsOf(lines[2])).toEqual([dayOf(1), ...'15 250 0 0 0 0 2 0 2 4 0 0 2 0 0'.split(' ')]);
    // Today has what is counted as it happens.
    expect(cellsOf(lines[3])).toEqual([dayOf(0), ...'– – – – – – – – – – – 0 – 2 0'.split(' ')]);
    expect(lines.slice(5)).toEqual([
      'signups: DE 33, NL 12',
      'notices: fraud 2',
      'cases: notice 2',
      'decisions: ban:scam 4',
      'letters_given_up: outcome 1',
      'mails_failed: absence 2',
      'mails_given_up: reset 5, outcome 1',
      'time of decisions in hours: 24 4; median ≤ 24 h',
      'orders: EUR 2, GBP 1',
      'revenue: EUR 1999, GBP 400',
    ]);
  });

  test('prints the rows as JSON, of the days that are asked for alone', async () => {
    const old = row(3, 'messages', '', 7);
    await saveFigures(db, [old]);
    expect(JSON.parse((await site('figures', 'show', '--json')).says)).toEqual([old]);
    expect(await site('figures', 'show', '--days', '3')).toEqual(succeeded(`There are no figures since ${dayOf(2)}.`));
    expect(JSON.parse((await site('figures', 'show', '--days', '3', '--json')).says)).toEqual([]);
  });

  test.each(['0', '367', 'x', '1.5'])('refuses a number of days that is none: %s', async (days) => {
    expect((await site('figures', 'show', '--days', days)).ended).toBe('exit code 2');
  });
});
