import type { Database } from '#db/client';
import { deleteOrdersOfNobody } from '#db/queries/account/erasure';

/** The privacy text promises that orders are kept for as long as tax law demands. */
const KEPT_YEARS = 7;

/** Forgets orders of erased accounts whose time is over; run by the scheduled handler. */
export const forgetOrders = (db: Database, now: number) => {
  const then = new Date(now);
  return deleteOrdersOfNobody(db, then.setUTCFullYear(then.getUTCFullYear() - KEPT_YEARS));
};
