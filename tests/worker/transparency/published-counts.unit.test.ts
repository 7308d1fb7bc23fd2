import { describe, expect, test } from 'vitest';
import { lastHalfYear } from '../../../worker/features/transparency/get-transparency.ts';
import {
  publishedCases,
  publishedCount,
  publishedDecisions,
  publishedMembers,
} from '../../../worker/features/transparency/published-counts.ts';

const exact = (count: number) => ({ count, is: 'exact' });
const FEWER_THAN_5 = { count: 5, is: 'fewer_than' };
const of = (slice: string, count: number) => ({ slice, count });

describe('a published count', () => {
  test.each([
    [0, exact(0)],
    [1, FEWER_THAN_5],
    [4, FEWER_THAN_5],
    [5, exact(5)],
    [1234, exact(1234)],
  ])('of %d cases', (count, published) => expect(publishedCount(count)).toEqual(published));

  test.each([
    [0, exact(0)],
    [0.4, { count: 100, is: 'fewer_than' }],
    [99, { count: 100, is: 'fewer_than' }],
    [149, { count: 100, is: 'about' }],
    [1_262, { count: 1_300, is: 'about' }],
  ])('of %d members', (members, published) => expect(publishedMembers(members)).toEqual(published));
});

describe('published cases', () => {
  const totalOf = (...counts: number[]) =>
    publishedCases(
      counts.map((_, i) => `k${i}`),
      counts.map((count, i) => of(`k${i}`, count)),
      [],
    ).total;

  test('have every kind, those without cases too, and what is of no kind in the last one', () => {
    expect(publishedCases(['fake', 'scam', 'other'], [of('scam', 7), of('other', 6), of('gone', 3)], []).kinds).toEqual([
      { kind: 'fake', count: exact(0) },
      { kind: 'scam', count: exact(7) },
      { kind: 'other', count: exact(9) },
    ]);
  });

  test('have a sum from which no hidden number follows', () => {
    expect(totalOf(12, 5)).toEqual(exact(17));
    expect(totalOf(0, 0)).toEqual(exact(0));
    for (const hidden of [1, 2, 3, 4]) {
      expect(totalOf(12, hidden)).toEqual({ count: 12, is: 'at_least' });
      expect(totalOf(0, hidden)).toEqual(FEWER_THAN_5);
      expect(totalOf(hidden, 2)).toEqual({ count: 1, is: 'at_least' });
    }
  });

  const medianOf = (...handled: readonly { slice: string; count: number }[]) => publishedCases(['other'], [], handled).median;

  test('tell how long the faster half took, by the bound of its range', () => {
    expect(medianOf(of('1', 3), of('24', 3))).toEqual({ hours: 1, is: 'within' });
    expect(medianOf(of('1', 2), of('24', 3))).toEqual({ hours: 24, is: 'within' });
    expect(medianOf(of('later', 3), of('720', 2))).toEqual({ hours: 720, is: 'later' });
  });

  test('tell nothing of it for fewer than five', () => {
    expect(medianOf()).toBeNull();
    expect(medianOf(of('1', 4))).toBeNull();
  });
});

describe('published decisions', () => {
  test('have those that were made, in the order of their actions, and nothing of slices that nobody knows', () => {
    const slices = [
      of('ban:scam', 7),
      of('warn:fraud', 2),
      of('dismiss', 12),
      of('ban:fake', 5),
      of('banish:scam', 9),
      of('pause:spam', 0),
    ];
    expect(publishedDecisions(slices)).toEqual({
      total: { count: 24, is: 'at_least' },
      kinds: [
        { action: 'dismiss', code: null, count: exact(12) },
        { action: 'warn', code: 'fraud', count: FEWER_THAN_5 },
        { action: 'ban', code: 'fake', count: exact(5) },
        { action: 'ban', code: 'scam', count: exact(7) },
      ],
    });
  });

  test('are none of nothing', () => expect(publishedDecisions([])).toEqual({ total: exact(0), kinds: [] }));
});

test.each([
  ['2026-01-01T00:00:00Z', { from: '2025-07-01', to: '2025-12-31', nextAt: '2026-07-01' }],
  ['2026-06-30T23:59:59Z', { from: '2025-07-01', to: '2025-12-31', nextAt: '2026-07-01' }],
  ['2026-07-01T00:00:00Z', { from: '2026-01-01', to: '2026-06-30', nextAt: '2027-01-01' }],
  ['2028-02-29T12:00:00Z', { from: '2027-07-01', to: '2027-12-31', nextAt: '2028-07-01' }],
])('the last half of a year that has ended, at %s', (now, period) => expect(lastHalfYear(Date.parse(now))).toEqual(period));
