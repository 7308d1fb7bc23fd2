import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageAt, ageBandOf, bornOnOrAfter, bornOnOrBefore, todayIn, widenToBands } from '../../../worker/domain/age.ts';

const at = (instant: string) => Date.parse(instant);

describe('an age', () => {
  test.each([
    ['2000-06-15', '2026-06-14T23:59:59Z', 25],
    ['2000-06-15', '2026-06-15T00:00:00Z', 26],
    ['2000-12-31', '2026-01-01T00:00:00Z', 25],
    ['2008-02-29', '2026-02-28T12:00:00Z', 17],
    ['2008-02-29', '2026-03-01T00:00:00Z', 18],
    ['2026-03-01', '2026-03-01T00:00:00Z', 0],
  ])('born %s is on %s %i whole years', (born, now, age) => {
    expect(ageAt(born, at(now))).toBe(age);
  });

  test('counts by the date in the member’s time zone', () => {
    const newYear = at('2026-01-01T03:00:00Z');
    expect(new Date(todayIn('Pacific/Auckland', newYear)).toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(new Date(todayIn('America/Los_Angeles', newYear)).toISOString()).toBe('2025-12-31T00:00:00.000Z');
    expect(new Date(todayIn(null, newYear)).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });
});

describe('an age band', () => {
  test.each([
    [18, '-25'],
    [25, '-25'],
    [26, '26-35'],
    [35, '26-35'],
    [36, '36-45'],
    [46, '46-55'],
    [56, '56-65'],
    [65, '56-65'],
    [66, '65+'],
    [100, '65+'],
  ])('of %i is %s', (age, band) => {
    expect(ageBandOf(age)).toBe(band);
  });
});

describe('the days between which members of an age were born', () => {
  const day = fc
    .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2040-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const instant = fc
    .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2040-12-31T23:59:59Z'), noInvalidDate: true })
    .map((date) => date.getTime());
  const age = fc.integer({ min: 18, max: 100 });

  test('hold exactly those who are of that age', () => {
    fc.assert(
      fc.property(day, instant, age, (born, now, years) => {
        const theirs = ageAt(born, now);
        expect(born <= bornOnOrBefore(years, now)).toBe(theirs >= years);
        expect(born >= bornOnOrAfter(years, now)).toBe(theirs <= years);
      }),
      { numRuns: 2_000 },
    );
  });

  test('let nobody in a day early, nor leave anybody out, on 29 February', () => {
    const leapDay = at('2028-02-29T12:00:00Z');
    expect(ageAt('2010-03-01', leapDay)).toBe(17);
    expect('2010-03-01' <= bornOnOrBefore(18, leapDay)).toBe(false);
    expect(ageAt('2005-03-01', leapDay)).toBe(22);
    expect('2005-03-01' >= bornOnOrAfter(22, leapDay)).toBe(true);
  });
});

describe('ages in whole bands', () => {
  const age = fc.integer({ min: 18, max: 100 });

  test('never tell two members apart whose cards show the same band', () => {
    fc.assert(
      fc.property(age, age, age, age, (one, other, from, to) => {
        fc.pre(ageBandOf(one) === ageBandOf(other));
        const [least, most] = widenToBands(Math.min(from, to), Math.max(from, to));
        const isFound = (years: number) => years >= least && years <= most;
        expect(isFound(one)).toBe(isFound(other));
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    [18, 25, 0, 25],
    [26, 35, 26, 35],
    [30, 30, 26, 35],
    [35, 36, 26, 45],
    [56, 65, 56, 65],
    [65, 65, 56, 65],
    [65, 100, 66, 100],
    [64, 100, 56, 100],
    [90, 100, 66, 100],
    [18, 100, 0, 100],
  ])('cover the requested ages: %i to %i is %i to %i', (from, to, least, most) => {
    expect(widenToBands(from, to)).toEqual([least, most]);
  });
});
