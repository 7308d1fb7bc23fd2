import { describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { pollPauseAfter, timeLeftUntil } from '../../../../web/features/credits/discounts/countdown.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

describe('what is left of a discount', () => {
  test.each([
    [11 * HOUR + 47 * 60_000 + 9000, '11:47:09', null],
    [47 * HOUR, '47:00:00', null],
    [72 * HOUR, '72:00:00', 3],
    [100 * HOUR - 1, '100:00:00', 4],
    [1, '00:00:01', null],
  ])('in %i ms it is %s', (ms, clock, days) => {
    expect(timeLeftUntil(NOW + ms, NOW)).toEqual({ clock, days, isOver: false });
  });

  test('is zero from its end on', () => {
    for (const ms of [0, -1, -HOUR]) expect(timeLeftUntil(NOW + ms, NOW)).toEqual({ clock: '00:00:00', days: null, isOver: true });
  });
});

test('the status of an open payment is polled at growing intervals, up to a minute', () => {
  const pauses = Array.from({ length: 12 }, (_, times) => pollPauseAfter(times) / 1000);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect([pauses[1], pauses.at(-1)]).toEqual([2, 60]);
});
