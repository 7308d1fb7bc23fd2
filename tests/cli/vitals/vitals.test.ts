import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { addVitalCounts, type VitalCount } from '#db/queries/vitals/vitals';
import { vitals } from '#db/schema/index';
import { testSite } from '../../support/product/test-site.ts';
import { avoidWindowEnd } from '../../support/timing/rate-limit-window.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const fixture = testSite();
const site = siteCommandsInProcess(() => fixture.dbUrl);
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);
const aCount = (columns: Partial<VitalCount> = {}): VitalCount => ({
  ...{ day: dayOf(0), page: 'index', vital: 'lcp', device: 'phone', source: 'network', upTo: 800, count: 1 },
  ...columns,
});

beforeEach(async () => {
  await avoidWindowEnd(DAY);
  await fixture.db.delete(vitals);
});

describe('the speed of real visits', () => {
  test('is printed as bounds of half, three quarters and 98 of a hundred values, by figure and page', async () => {
    await addVitalCounts(fixture.db, [
      ...[aCount({ count: 50 }), aCount({ upTo: 1200, count: 25 }), aCount({ upTo: 60_000, count: 3 })],
      ...[aCount({ page: 'members', upTo: 1200, count: 22 }), aCount({ page: 'members', vital: 'cls', upTo: 0.02, count: 2 })],
    ]);
    expect(await site('vitals', 'show')).toEqual(
      succeeded(
        [
          '     page loaded  values       p50      p75      p98',
          'LCP  all pages       100  ≤ 800 ms  ≤ 1.2 s   > 10 s',
          'LCP  index            78  ≤ 800 ms  ≤ 1.2 s   > 10 s',
          'LCP  members          22   ≤ 1.2 s  ≤ 1.2 s  ≤ 1.2 s',
          'CLS  all pages         2    ≤ 0.02   ≤ 0.02   ≤ 0.02',
          'CLS  members           2    ≤ 0.02   ≤ 0.02   ≤ 0.02',
        ].join('\n'),
      ),
    );
  });

  test('is of the last seven days, today included, or of as many as are named', async () => {
    await addVitalCounts(fixture.db, [aCount(), aCount({ day: dayOf(6), count: 2 }), aCount({ day: dayOf(7), count: 4 })]);
    const values = async (...options: string[]) => {
      const lines = JSON.parse((await site('vitals', 'show', '--json', ...options)).says) as readonly { count: number }[];
      return lines[0]?.count;
    };
    expect([await values(), await values('--days', '1'), await values('--days', '90')]).toEqual([3, 1, 7]);
  });

  test('is of one kind of device or one source where it is named', async () => {
    await addVitalCounts(fixture.db, [aCount(), aCount({ device: 'desktop', upTo: 300 }), aCount({ source: 'service_worker', upTo: 200 })]);
    const half = async (...options: string[]) => {
      const lines = JSON.parse((await site('vitals', 'show', '--json', ...options)).says) as readonly object[];
      return lines[1];
    };
    const line = { figure: 'LCP', page: 'index', count: 1 };
    expect(await half('--device', 'desktop')).toEqual({ ...line, p50: 300, p75: 300, p98: 300 });
    expect(await half('--source', 'service_worker')).toEqual({ ...line, p50: 200, p75: 200, p98: 200 });
  });

  test('is said to be missing where nothing was measured', async () => {
    expect(await site('vitals', 'show', '--days', '1')).toEqual(succeeded(`Nothing was measured since ${dayOf(0)}.`));
    expect(await site('vitals', 'show', '--json')).toEqual(succeeded('[]'));
  });

  test.each([
    [['--days', '0'], '--days is a whole number from 1 to 90, not 0.'],
    [['--days', '91'], '--days is a whole number from 1 to 90, not 91.'],
    [['--days', 'x'], '--days is a whole number from 1 to 90, not x.'],
    [['--device', 'tablet'], '--device is one of phone, desktop, not tablet.'],
    [['--source', 'cache'], 'not cache.'],
    [['--all'], "Unknown option '--all'"],
    [['yesterday'], 'yesterday'],
  ])('is refused with %j', async (args, says) => {
    const outcome = await site('vitals', 'show', ...args);
    expect(outcome.ended).toBe('exit code 2');
    expect(outcome.says).toContain(says);
  });
});
