import { DAY } from '#contract/durations';
import { batch, type Database } from '#db/client';
import { deleteComplaintsBefore } from '#db/queries/complaints/complaints';

/** The privacy text promises that a complaint is kept for a year after it was closed. */
const RETENTION_MS = 365 * DAY;

/** Deletes complaints that were closed more than a year ago; run by the scheduled handler. */
export const purgeComplaints = (db: Database, now: number) => batch(db, deleteComplaintsBefore(db, now - RETENTION_MS));
