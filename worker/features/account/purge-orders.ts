import type { Database } from '#db/client';
import { deleteAnonymousOrders } from '#db/queries/account/erasure';

/** The privacy text promises that orders are kept for as long as tax law demands. */
const RETENTION_YEARS = 7;

/** Deletes the orders of erased accounts that were made more than 7 years ago; run by the scheduled handler. */
export const purgeOrders = (db: Database, now: number) => {
  const cutoff = new Date(now);
  return deleteAnonymousOrders(db, cutoff.setUTCFullYear(cutoff.getUTCFullYear() - RETENTION_YEARS));
};
