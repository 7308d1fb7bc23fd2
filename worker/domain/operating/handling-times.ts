import type { HandlingMedian } from '#contract/operator/operated-figures';
import { HANDLED_LATER, HANDLING_HOURS, type SliceCount } from '#db/queries/operator/figures';

/** How many cases took up to so many hours and longer than the range before; null stands for no bound. */
export interface HandlingRange {
  readonly hours: number | null;
  readonly count: number;
}

/** The counts of all ranges in rising order. Slices of other names are left out. */
export function handlingRanges(slices: readonly SliceCount[]): HandlingRange[] {
  const countOf = (name: string) => slices.reduce((sum, { slice, count }) => (slice === name ? sum + count : sum), 0);
  return [...HANDLING_HOURS.map((hours) => ({ hours, count: countOf(String(hours)) })), { hours: null, count: countOf(HANDLED_LATER) }];
}

/**
 * The median of handling times, as far as ranges tell it: the bound within which half of them lie, or `later` than the last one. Medians of days
 * cannot be added up, but counts of ranges can, so that a span of any length has its own. Null if there are none.
 */
export function medianOfRanges(ranges: readonly HandlingRange[]): HandlingMedian | null {
  const total = ranges.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const { hours, count } of ranges) {
    below += count;
    if (hours !== null && below * 2 >= total) return { hours, is: 'within' };
  }
  return { hours: HANDLING_HOURS.at(-1) ?? 0, is: 'later' };
}
