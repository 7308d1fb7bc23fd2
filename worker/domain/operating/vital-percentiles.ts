/** How often a figure of real visits was in the bucket with this upper bound. */
export interface VitalBucket {
  readonly upTo: number;
  readonly count: number;
}

/** The upper bound of the bucket in which a percentile of the values lies; null without values. */
export function percentileOf(buckets: readonly VitalBucket[], percent: number): number | null {
  const rank = (buckets.reduce((sum, { count }) => sum + count, 0) * percent) / 100;
  let below = 0;
  for (const { upTo, count } of buckets.toSorted((a, b) => a.upTo - b.upTo)) {
    below += count;
    if (below >= rank) return upTo;
  }
  return null;
}
