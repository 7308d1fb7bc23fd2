import { DAY } from '#contract/durations';
import { batch, type Database, isDatabaseUnreachable, openDatabase } from '#db/client';
import { deletePushesBefore } from '#db/queries/notifications/push-queue';
import { type DutyName, dueDuties } from '#db/queries/operator/due-duties';
import { settingRows } from '#db/queries/operator/settings';
import { areWritesStopped, migrationNotes, noteSweep, unfinishedMigration } from '#db/queries/operator/site-state';
import { giveLeasesBack, type TakenLease, takeLeases } from '#db/queries/operator/sweep-leases';
import type { EventOutboxRow } from '#db/queries/shared/event-outbox';
import { type Env, parseEnv } from './config/env.ts';
import { type Settings, settingsFrom } from './config/settings.ts';
import { deliverDueEvents } from './deliver-due-events.ts';
import { deliverEvents } from './delivery/event-outbox.ts';
import { mailDriver, sweepMails } from './delivery/mail-queue.ts';
import { sendPushes, sweepPushes } from './delivery/notifications/push-queue.ts';
import { PUSH_LIFETIME_MS } from './delivery/notifications/push-schedule.ts';
import { UNDELETE_MS } from './domain/account-status.ts';
import type { Context } from './domain/context.ts';
import { ADDED_UP, addUpFigures, dayOf } from './domain/operating/daily-figures.ts';
import { deleteOldRows, oldRowConditions } from './domain/retention.ts';
import { eraseAccounts } from './features/account/erase-accounts.ts';
import { endSpans } from './features/cases/end-spans.ts';
import { mailLetters } from './features/cases/mail-letters.ts';
import { openCasesOfComplaints, openCasesOfReports } from './features/cases/open-missing-cases.ts';
import { mailAnswers } from './features/complaints/mail-answers.ts';
import { reconcileOrders } from './features/credits/orders/reconcile-orders.ts';
import { HOURLY_PREMIUM, reconcilePremium } from './features/credits/premium/reconcile-premium.ts';
import { absencesSince, mailAbsentMembers } from './features/notifications/mail-absent-members.ts';
import { notifyOffers } from './features/notifications/notify-offers.ts';
import { sendSummaries } from './features/notifications/send-summaries.ts';
import { checkHeldPhotos, openCasesOfHeldPhotos } from './features/photos/check-held-photos.ts';
import { hashRemovedPhotos } from './features/photos/hash-removed-photos.ts';
import { randomId } from './lib/crypto.ts';
import { logLine } from './lib/log.ts';
import { pushKeys } from './platform/notifications/web-push.ts';
import { sweepFiles } from './platform/photos/photo-storage.ts';

/**
 * How long (ms) a run has a duty, if it does not give it back before. A duty begins nothing new after 40 seconds, and what it has begun then takes
 * less than the rest.
 */
const LEASE_MS = 120_000;
/** Duties that end within this time (ms) of each other are given back together. */
const GIVE_BACK_MS = 1_000;

/** What one run of the scheduled handler works with. */
interface Run {
  readonly env: Env;
  readonly db: Database;
  readonly settings: Settings;
  readonly now: number;
}

/** Does a duty from the place where an earlier run has stopped. A duty that knows such places returns the next one, a string. */
type Duty = (run: Run, place: string) => Promise<unknown>;

/** A run that keeps the events that its duty causes. */
function keepingEvents(run: Run): { readonly ctx: Run & Pick<Context, 'publish'>; readonly changed: EventOutboxRow[] } {
  const changed: EventOutboxRow[] = [];
  return { ctx: { ...run, publish: ({ events = [] }) => void changed.push(...events) }, changed };
}

/** Sends the pushes that are due. Without push keys it deletes those that are older than PUSH_LIFETIME_MS instead. */
async function sendDuePushes(run: Run): Promise<void> {
  if (pushKeys(run.env)) await sweepPushes(run);
  else await deletePushesBefore(run.db, run.now - PUSH_LIFETIME_MS);
}

/** Writes absence mails; none without a mail driver. */
const writeAbsenceMails: Duty = async (run) => {
  if (mailDriver(run.env) !== null) await mailAbsentMembers(run);
};
/** Without a mail driver summaries and offers go out without mails. */
const withCanMail = (run: Run) => ({ ...run, canMail: mailDriver(run.env) !== null });

/** Asks the payment providers about open orders that are due, then delivers the events that this causes. */
async function sweepOrders(run: Run): Promise<void> {
  const { ctx, changed } = keepingEvents(run);
  await reconcileOrders(ctx);
  if (changed.length > 0) await sendPushes(run, await deliverEvents(run.env, run.db, changed));
}

/** Asks the classifier again about held photos, then delivers the events that this causes. */
async function sweepHeldPhotos(run: Run): Promise<void> {
  const { ctx, changed } = keepingEvents(run);
  await checkHeldPhotos(ctx);
  if (changed.length > 0) await deliverEvents(run.env, run.db, changed);
}

/** What writes mails that the same run delivers. */
const MAIL_WRITERS = {
  absence_mails: writeAbsenceMails,
  summaries: (run) => sendSummaries(withCanMail(run)),
  offers: (run, place) => notifyOffers(withCanMail(run), place),
  answers: mailAnswers,
  letters: mailLetters,
} as const satisfies Readonly<Record<string, Duty>>;

/** The duties of the scheduled handler. Each is bounded in rows and time, claims what it works at, and has a lease of its own. */
const DUTIES = {
  ...MAIL_WRITERS,
  events: ({ env, db, now }) => deliverDueEvents(env, db, now),
  pushes: sendDuePushes,
  mails: ({ env, db }) => sweepMails(env, db),
  orders: sweepOrders,
  files: ({ env, db, settings, now }) => sweepFiles(env, db, async () => settings.cdn_prefix, now),
  held_photos: sweepHeldPhotos,
  held_photo_cases: (run, place) => openCasesOfHeldPhotos(keepingEvents(run).ctx, place),
  removed_photos: ({ env, db, now }) => hashRemovedPhotos(env, db, now),
  old_rows: ({ db, now }) => deleteOldRows(db, now),
  erasures: ({ env, db, now }) => eraseAccounts(env, db, now),
  // The events that it writes are delivered by the next sweep.
  premium: (run) => reconcilePremium({ ...run, publish: () => undefined }),
  report_cases: ({ db }, place) => openCasesOfReports(db, place),
  complaint_cases: ({ db }, place) => openCasesOfComplaints(db, place),
  decision_spans: ({ db, now }) => endSpans(db, now),
  figures: ({ db, now }) => addUpFigures(db, now),
} as const satisfies Readonly<Record<DutyName, Duty>>;

const NAMES = Object.keys(DUTIES);
const isDuty = (name: string): name is DutyName => name in DUTIES;

/** The times by which it is judged which duties are due. */
const timesOf = (now: number) => ({
  now,
  absencesSince: absencesSince(now),
  erasedUntil: now - UNDELETE_MS,
  lastDay: dayOf(now - DAY),
  addedUp: ADDED_UP,
  hourly: HOURLY_PREMIUM,
  oldRows: oldRowConditions(now),
});

/**
 * The duties that have something to do; all of them if that is not known. Mails are delivered, too, where other duties may
 * write some; without a driver the site says so each time.
 */
function wantedDuties(env: Env, [due]: Awaited<ReturnType<typeof dueDuties>>): string[] {
  const wanted = NAMES.filter((name) => !due || (isDuty(name) && due[name] === 1));
  const hasMails = mailDriver(env) === null || wanted.some((name) => name in MAIL_WRITERS);
  return hasMails && !wanted.includes('mails') ? [...wanted, 'mails'] : wanted;
}

/** Does one duty. An error is logged with its name and thrown again. */
async function runDuty(name: DutyName, run: Run, place: string): Promise<TakenLease> {
  const duty: Duty = DUTIES[name];
  try {
    const next = await duty(run, place);
    return { duty: name, place: typeof next === 'string' ? next : '' };
  } catch (error) {
    logLine('error', { at: 'sweep', duty: name, name: error instanceof Error ? error.name : 'unknown' });
    throw error;
  }
}

/** Begins all duties that were taken; mails are delivered once those are written that are. The place of a duty that fails is as before. */
function beginDuties(taken: readonly TakenLease[], run: Run): Map<string, Promise<TakenLease>> {
  const begun = new Map<string, Promise<TakenLease>>();
  const writers = () => Promise.allSettled(Object.keys(MAIL_WRITERS).map((name) => begun.get(name)));
  const byOrder = taken.toSorted((a, b) => NAMES.indexOf(a.duty) - NAMES.indexOf(b.duty));
  for (const { duty, place } of byOrder) {
    if (!isDuty(duty)) continue;
    begun.set(duty, duty === 'mails' ? writers().then(() => runDuty(duty, run, place)) : runDuty(duty, run, place));
  }
  return begun;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Gives back every duty once it has ended, those that end at about the same time in one statement. One that cannot be given back ends by its time. */
async function giveBackAsTheyEnd(
  db: Database,
  holder: string,
  taken: readonly TakenLease[],
  begun: ReadonlyMap<string, Promise<TakenLease>>,
): Promise<void> {
  const placeBefore = new Map(taken.map(({ duty, place }) => [duty, place]));
  const ended: TakenLease[] = [];
  const endings = [...begun].map(([duty, running]) =>
    running.then(
      (lease) => void ended.push(lease),
      () => void ended.push({ duty, place: placeBefore.get(duty) ?? '' }),
    ),
  );
  const all = Promise.all(endings);
  for (let left = begun.size; left > 0; ) {
    await Promise.race([all, pause(GIVE_BACK_MS)]);
    const givenBack = ended.splice(0);
    left -= givenBack.length;
    if (givenBack.length === 0) continue;
    await giveLeasesBack(db, holder, givenBack).catch((error: unknown) =>
      logLine('warn', { at: 'sweep', fault: 'leases were not given back', name: error instanceof Error ? error.name : 'unknown' }),
    );
  }
}

/** Settings, an unfinished migration, and what is due; a fault of the latter, as of one table, does not stop the duties that have none. */
async function readState(db: Database, now: number) {
  const config = () => ({ settings: settingRows(db), notes: migrationNotes(db) });
  try {
    return await batch(db, { ...config(), due: dueDuties(db, timesOf(now)) });
  } catch (error) {
    if (isDatabaseUnreachable(error)) throw error;
    logLine('error', { at: 'sweep', fault: 'what is due is not known', name: error instanceof Error ? error.name : 'unknown' });
    return { ...(await batch(db, config())), due: [] };
  }
}

/**
 * Does the duties of a minute that no other run is at, unless a migration stops writes (docs/product.md, "Scheduled sweep"). Each runs by itself.
 * Throws the first error after all of them have ended.
 */
export async function runDuties(raw: object): Promise<void> {
  const env = parseEnv(raw);
  const db = openDatabase(env.DB_URL, env.DB_TOKEN);
  const now = Date.now();
  const { settings, notes, due } = await readState(db, now);
  if (areWritesStopped(unfinishedMigration(notes), now)) {
    logLine('warn', { at: 'sweep', fault: 'a migration is unfinished' });
    return;
  }
  const holder = randomId();
  const wanted = wantedDuties(env, due);
  const { taken } = await batch(db, {
    taken: wanted.length > 0 ? takeLeases(db, holder, wanted, now, now + LEASE_MS) : null,
    noted: noteSweep(db, now),
  });
  const busy = wanted.filter((name) => !taken.some(({ duty }) => duty === name));
  if (busy.length > 0) logLine('warn', { at: 'sweep', fault: 'another run is at it', duties: busy });
  const begun = beginDuties(taken, { env, db, settings: settingsFrom(settings, env.ENVIRONMENT), now });
  await giveBackAsTheyEnd(db, holder, taken, begun);
  const failed = (await Promise.allSettled(begun.values())).find((duty) => duty.status === 'rejected');
  if (failed) throw failed.reason;
}
