import type { Database } from '#db/client';
import { deletePastNotices } from '#db/queries/likes/likes';
import { DAY } from '../../domain/rate-limit.ts';

/** A like taken back and given again is told once in this time, a match once in the other: flapping is no news. */
export const LIKE_TOLD_MS = DAY;
export const MATCH_TOLD_MS = 30 * DAY;

/** So many rows a minute: more than a busy site writes, and nothing that holds others up. */
const MOST = 2_000;

/** Forgets what was told so long ago that it would be told again. */
export const forgetTold = (db: Database, now: number) => deletePastNotices(db, now - Math.max(LIKE_TOLD_MS, MATCH_TOLD_MS), MOST);
