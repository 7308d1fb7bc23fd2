import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { saveFigures } from '#db/queries/operator/figures';
import { dailyFigures } from '#db/schema/index';
import { testDatabase } from '../../support/database/test-database.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const { db, url } = await testDatabase();
const site = siteCommandsInProcess(() => url);
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);

beforeEach(() => db.delete(dailyFigures));

describe('figures show', () => {
  test('prints a line a day and the sums of slices; what was not measured is no 0', async () => {
    await saveFigures(db, [
      { day: dayOf(1), figure: 'signups', slice: 'NL', count: 12 },
      { day: dayOf(1), figure: 'signups', slice: 'DE', count: 3 },
      { day: dayOf(1), figure: 'active_day', slice: 'NL', count: 250 },
      { day: dayOf(1), figure: 'revenue', slice: 'EUR', count: 1999 },
      { day: dayOf(0), figure: 'mails_failed', slice: 'absence', count: 2 },
    ]);
    const { says } = await site('figures', 'show', '--days', '2');
    const lines = says.split('\n');
    expect(lines[0]?.trim().split(/ {2,}/)).toEqual(
      'day,signups,active,in 7 days,in 30 days,messages,reports,complaints,bans,orders,mails failed,pushes failed'.split(','),
    );
    expect(lines[1]?.trim().split(/ +/)).toEqual([dayOf(1), '15', '250', '–', '–', '0', '0', '0', '0', '0', '0', '0']);
    expect(lines[2]?.trim().split(/ +/)).toEqual([dayOf(0), '0', '–', '–', '–', '0', '0', '0', '0', '0', '2', '0']);
    expect(lines.slice(4)).toEqual(['signups: DE 3, NL 12', 'revenue: EUR 1999', 'mails_failed: absence 2']);
  });

  test('prints the rows as JSON, of the days that are asked for alone', async () => {
    const row = { day: dayOf(3), figure: 'messages', slice: '', count: 7 };
    await saveFigures(db, [row]);
    expect(JSON.parse((await site('figures', 'show', '--json')).says)).toEqual([row]);
    expect(await site('figures', 'show', '--days', '3')).toEqual(succeeded(`There are no figures since ${dayOf(2)}.`));
    expect(JSON.parse((await site('figures', 'show', '--days', '3', '--json')).says)).toEqual([]);
  });

  test.each(['0', '367', 'x', '1.5'])('refuses a number of days that is none: %s', async (days) => {
    expect((await site('figures', 'show', '--days', days)).ended).toBe('exit code 2');
  });
});
