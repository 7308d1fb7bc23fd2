import { DAY, MINUTE } from '#contract/durations';

/** Search results are sorted by the time of the last activity, in steps of this length. */
const ACTIVITY_BUCKET_MS = 15 * MINUTE;
const BUCKETS_PER_DAY = DAY / ACTIVITY_BUCKET_MS;

/**
 * The column by which a search ranks a member who is active at `now` (ms): the number of quarters of an hour since 1970. Of a member who
 * hides their presence it is the first quarter of the day in UTC, so that the order does not tell when they were active
 * (docs/product.md, "Order of results").
 */
export function activityBucketAt(now: number, { hidePresence }: { readonly hidePresence: boolean }): number {
  return hidePresence ? Math.floor(now / DAY) * BUCKETS_PER_DAY : Math.floor(now / ACTIVITY_BUCKET_MS);
}
