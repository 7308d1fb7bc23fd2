import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { isShownAdvertisements } from '../../../worker/domain/partners.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const member = (traits: Partial<{ createdAt: number; premiumUntil: number | null; hasPaid: 0 | 1 }> = {}) => ({
  createdAt: NOW - 30 * DAY,
  premiumUntil: null,
  hasPaid: 0 as const,
  ...traits,
});
const shown = (who: ReturnType<typeof member>, resell: readonly string[] = ['cams']) =>
  isShownAdvertisements(who, { member_resell: [...resell] }, NOW);

describe('advertisements', () => {
  test.each([
    ['four days and a millisecond', 4 * DAY + 1, true],
    ['four days', 4 * DAY, false],
    ['four days but a millisecond', 4 * DAY - 1, false],
    ['nought', 0, false],
    ['a clock that is behind', -DAY, false],
  ])('%s after signing up', (_, age, isShown) => {
    expect(shown(member({ createdAt: NOW - age }))).toBe(isShown);
  });

  test.each([
    [NOW - 1, true],
    [NOW, true],
    [NOW + 1, false],
    [null, true],
  ])('with premium until %s', (premiumUntil, isShown) => {
    expect(shown(member({ premiumUntil }))).toBe(isShown);
  });

  test.each([
    [0, true],
    [1, false],
  ] as const)('having paid %i times or more', (hasPaid, isShown) => {
    expect(shown(member({ hasPaid }))).toBe(isShown);
  });

  test.each([
    [[], false],
    [['cams'], true],
    [['camads'], true],
    [['dating', 'camads'], true],
    [['dating', 'Cams', 'cam'], false],
  ])('where %j is resold', (resell, isShown) => {
    expect(shown(member(), resell)).toBe(isShown);
  });

  test('no one is shown any unless all three hold', () => {
    const resells = fc.array(fc.constantFrom('cams', 'camads', 'dating'));
    const times = fc.integer({ min: -10 * DAY, max: 10 * DAY });
    fc.assert(
      fc.property(times, fc.option(times), resells, (joined, paid, resell) => {
        const premiumUntil = paid === null ? null : NOW + paid;
        const wanted = joined < -4 * DAY && !(paid !== null && paid > 0) && (resell.includes('cams') || resell.includes('camads'));
        expect(shown(member({ createdAt: NOW + joined, premiumUntil }), resell)).toBe(wanted);
      }),
    );
  });
});
