import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedMonthsAfter } from './months-after.ts';

const after = (time: string, months: number) => new Date(expectedMonthsAfter(Date.parse(time), months)).toISOString();

describe('the time some months later', () => {
  test.each([
    ['2026-01-31T09:30:15.123Z', 1, '2026-02-28T09:30:15.123Z'],
    ['2028-01-31T23:59:59.999Z', 1, '2028-02-29T23:59:59.999Z'],
    ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
    ['2026-11-22T12:00:00.000Z', 3, '2027-02-22T12:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', 6, '2027-06-30T12:00:00.000Z'],
    ['2026-05-15T12:00:00.000Z', 0, '2026-05-15T12:00:00.000Z'],
  ])('%s and %d is %s', (from, months, until) => {
    expect(after(from, months)).toBe(until);
  });

  test('is in the expected month at the same time of day', () => {
    const times = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 36 }), (date, months) => {
        const later = new Date(expectedMonthsAfter(date.getTime(), months));
        const wanted = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
        expect(later.getUTCFullYear() * 12 + later.getUTCMonth()).toBe(wanted);
        expect(later.toISOString().slice(11)).toBe(date.toISOString().slice(11));
        expect(later.getUTCDate()).toBeLessThanOrEqual(date.getUTCDate());
      }),
    );
  });
});
