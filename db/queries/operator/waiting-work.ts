import { sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { isGivenUpMail } from '../shared/mail-queue.ts';

const MINUTE_MS = 60_000;
/** Mails and events are delivered by the next sweeps; what waits longer than that does not go out. */
const MAIL_LATE_MS = 10 * MINUTE_MS;
const EVENT_LATE_MS = 5 * MINUTE_MS;
const MANY_TRIES = 5;
const HELD_LONG_MS = 24 * 60 * MINUTE_MS;
const CASE_LATE_MS = 24 * 60 * MINUTE_MS;

/** How much work waits longer than it should, and how much waits for the operator. */
export interface WaitingWork {
  readonly waitingMails: number;
  readonly givenUpMails: number;
  readonly untakenEvents: number;
  readonly unremovedFiles: number;
  readonly longHeldPhotos: number;
  /** Held photos of which the classifier has given no verdict. */
  readonly uncheckedPhotos: number;
  readonly unhashedPhotos: number;
  readonly unsettledOrders: number;
  readonly waitingCases: number;
  readonly givenUpLetters: number;
  readonly openReports: number;
  readonly lateComplaints: number;
  readonly openCancellations: number;
}

/** Counts waiting work at `now`; a complaint that was made before `complaintsBefore` is late. */
export const waitingWork = (db: Database, now: number, complaintsBefore: number) =>
  db.all<WaitingWork>(sql`
    select
      (select count(*) from mails where accepted_at is null and not (${isGivenUpMail}) and created_at < ${now - MAIL_LATE_MS}) as waitingMails,
      (select count(*) from mails where ${isGivenUpMail}) as givenUpMails,
      (select count(*) from event_outbox where created_at < ${now - EVENT_LATE_MS}) as untakenEvents,
      (select count(*) from file_removals where tries >= ${MANY_TRIES}) as unremovedFiles,
      (select count(*) from images join members on members.id = images.member_id and members.status in ('active', 'not_confirmed')
        where images.held_since < ${now - HELD_LONG_MS}) as longHeldPhotos,
      (select count(*) from images where held_since is not null and check_tries >= ${MANY_TRIES}) as uncheckedPhotos,
      (select count(*) from removed_photos where due_at is not null and tries >= ${MANY_TRIES}) as unhashedPhotos,
      (select count(*) from orders where due_at is not null and tries >= ${MANY_TRIES}) as unsettledOrders,
      (select count(*) from cases where status <> 'closed' and status = 'open' and created_at < ${now - CASE_LATE_MS}) as waitingCases,
      (select count(*) from case_letters join mails on mails.id = case_letters.mail_id where ${isGivenUpMail}) as givenUpLetters,
      (select count(*) from reports where closed_at is null) as openReports,
      (select count(*) from complaints where closed_at is null and created_at < ${complaintsBefore}) as lateComplaints,
      (select count(*) from cancellations where closed_at is null) as openCancellations`);
