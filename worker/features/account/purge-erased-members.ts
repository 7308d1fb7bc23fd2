import { DAY } from '#contract/durations';
import type { Database } from '#db/client';
import { deleteErasuresBefore } from '#db/queries/account/erasure';

/** The age of the oldest backup that can be restored with its later erasures (docs/operating.md, "Backups"). */
const KEPT_DAYS = 365;

/** Forgets the ids of accounts that were erased more than 365 days ago; run by the scheduled handler. */
export const purgeErasedMembers = (db: Database, now: number) => deleteErasuresBefore(db, now - KEPT_DAYS * DAY);
