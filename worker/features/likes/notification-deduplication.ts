import { DAY } from '#contract/durations';
import type { Database } from '#db/client';
import { deletePastLikeNotificationLog } from '#db/queries/likes/likes';

/**
 * A like that is taken back and given again is notified once in the first period, a match once in the second
 * (docs/product.md, "Notification de-duplication of likes").
 */
export const LIKE_NOTIFIED_MS = DAY;
export const MATCH_NOTIFIED_MS = 30 * DAY;

/** Rows deleted in one run, each minute: more than a busy site writes, and few enough not to delay other statements. */
const ROWS_PER_RUN = 2_000;

/** Deletes records of notifications that are so old that they suppress nothing any more; run by the scheduled handler. */
export const purgeLikeNotificationLog = (db: Database, now: number) =>
  deletePastLikeNotificationLog(db, now - Math.max(LIKE_NOTIFIED_MS, MATCH_NOTIFIED_MS), ROWS_PER_RUN);
