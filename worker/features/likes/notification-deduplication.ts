import type { Database } from '#db/client';
import { deletePastNotices } from '#db/queries/likes/likes';
import { DAY } from '../../domain/rate-limit.ts';

/**
 * A like that is taken back and given again is notified once in the first period, a match once in the second
 * (docs/product.md, "Notification de-duplication of likes").
 */
export const LIKE_TOLD_MS = DAY;
export const MATCH_TOLD_MS = 30 * DAY;

/** Rows deleted in one run, each minute: more than a busy site writes, and few enough not to delay other statements. */
const MOST = 2_000;

/** Deletes records of notifications that are so old that they suppress nothing any more; run by the scheduled handler. */
export const forgetTold = (db: Database, now: number) => deletePastNotices(db, now - Math.max(LIKE_TOLD_MS, MATCH_TOLD_MS), MOST);
