import { beforeEach, describe, expect, test } from 'vitest';
import { addVitalCounts, deleteVitalsBefore, type VitalCount, vitalCountsSince } from '#db/queries/vitals/vitals';
import { vitals } from '#db/schema/index';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const aCount = (columns: Partial<VitalCount> = {}): VitalCount => ({
  ...{ day: '2026-11-20', page: 'index', vital: 'cls', device: 'phone', source: 'network', upTo: 0.02, count: 1 },
  ...columns,
});

beforeEach(() => db.delete(vitals));

test('counts are added to those of the same bucket, and to no other', async () => {
  await addVitalCounts(db, [aCount(), aCount({ upTo: 0.05, count: 2 })]);
  await addVitalCounts(db, [aCount({ count: 4 })]);
  for (const other of [{ day: '2026-11-21' }, { page: 'home' }, { vital: 'lcp' }, { device: 'desktop' }, { source: 'prerender' }]) {
    await addVitalCounts(db, [aCount(other)]);
  }
  const rows = await db.select().from(vitals);
  expect(rows).toHaveLength(7);
  expect(rows).toEqual(expect.arrayContaining([aCount({ count: 5 }), aCount({ upTo: 0.05, count: 2 })]));
});

describe('the counts since a day', () => {
  const sumOf = async (day: string, which: Parameters<typeof vitalCountsSince>[2] = {}) =>
    (await vitalCountsSince(db, day, which)).map(({ page, vital, upTo, count }) => [page, vital, upTo, count]);

  test('are sums by page, figure and bucket', async () => {
    await addVitalCounts(db, [aCount(), aCount({ day: '2026-11-21', count: 2 }), aCount({ device: 'desktop', count: 4 })]);
    await addVitalCounts(db, [aCount({ page: 'home', count: 8 })]);
    expect((await sumOf('2026-11-20')).toSorted()).toEqual([
      ['home', 'cls', 0.02, 8],
      ['index', 'cls', 0.02, 7],
    ]);
    expect(await sumOf('2026-11-21')).toEqual([['index', 'cls', 0.02, 2]]);
  });

  test('are of one device or one source where they are named', async () => {
    await addVitalCounts(db, [aCount(), aCount({ device: 'desktop', count: 2 }), aCount({ source: 'service_worker', count: 4 })]);
    expect(await sumOf('2026-11-20', { device: 'desktop' })).toEqual([['index', 'cls', 0.02, 2]]);
    expect(await sumOf('2026-11-20', { source: 'service_worker' })).toEqual([['index', 'cls', 0.02, 4]]);
    expect(await sumOf('2026-11-20', { device: 'desktop', source: 'service_worker' })).toEqual([]);
  });
});

test('the counts before a day are deleted', async () => {
  await addVitalCounts(db, [aCount({ day: '2026-08-31' }), aCount({ day: '2026-09-01' })]);
  await deleteVitalsBefore(db, '2026-09-01');
  expect((await db.select().from(vitals)).map(({ day }) => day)).toEqual(['2026-09-01']);
});

test('reading and deleting begin in the index of the days', async () => {
  const plan = await plansOf(db, [vitalCountsSince(db, '2026-11-20', {}), deleteVitalsBefore(db, '2026-09-01')]);
  expect(
    plan.filter((step) => /vitals/.test(step)).every((step) => /SEARCH vitals USING (.*\(day|INTEGER PRIMARY KEY \(rowid=)/.test(step)),
  ).toBe(true);
});
