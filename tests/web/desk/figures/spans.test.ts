import { expect, test } from 'vitest';
import { FIGURE_DAYS_MAX } from '#contract/operator/operated-figures';
import { daysBetween, daysOfSpan, SPANS } from '../../../../web/desk/figures/spans.ts';

test.each([
  ['7d', '2026-11-28T00:00Z', { from: '2026-11-21', to: '2026-11-27', step: 'day' }],
  ['7d', '2026-11-28T23:59Z', { from: '2026-11-21', to: '2026-11-27', step: 'day' }],
  ['28d', '2026-03-01T12:00Z', { from: '2026-02-01', to: '2026-02-28', step: 'day' }],
  ['90d', '2026-11-28T12:00Z', { from: '2026-08-30', to: '2026-11-27', step: 'day' }],
  ['12m', '2026-11-28T12:00Z', { from: '2025-12-01', to: '2026-11-27', step: 'month' }],
  // On the first of a month the month before is the last one.
  ['12m', '2026-12-01T00:00Z', { from: '2025-12-01', to: '2026-11-30', step: 'month' }],
  ['12m', '2029-01-01T12:00Z', { from: '2028-01-01', to: '2028-12-31', step: 'month' }],
] as const)('the span %s at %s', (span, now, days) => expect(daysOfSpan(span, Date.parse(now))).toEqual(days));

test('every span is one that the server allows, on every day of a leap year', () => {
  for (let time = Date.parse('2028-01-01T12:00Z'); time < Date.parse('2029-02-01T12:00Z'); time += 86_400_000)
    for (const span of SPANS) {
      const { from, to } = daysOfSpan(span, time);
      expect(daysBetween(from, to)).toBeLessThanOrEqual(FIGURE_DAYS_MAX);
      expect(daysBetween(from, to)).toBeGreaterThanOrEqual(7);
    }
});
