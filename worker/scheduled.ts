import { type Database, openDatabase } from '#db/client';
import { deletePushesBefore } from '#db/queries/notifications/push-queue';
import { noteSweep } from '#db/queries/operator/site-state';
import type { EventOutboxRow } from '#db/queries/shared/event-outbox';
import { type Env, parseEnv } from './config/env.ts';
import { deliverDueEvents } from './deliver-due-events.ts';
import { deliverEvents } from './delivery/event-outbox.ts';
import { mailDriver, sweepMails } from './delivery/mail-queue.ts';
import { sendPushes, sweepPushes } from './delivery/notifications/push-queue.ts';
import { PUSH_LIFETIME_MS } from './delivery/notifications/push-schedule.ts';
import { addUpFigures } from './domain/operating/daily-figures.ts';
import { deleteOldRows } from './domain/retention.ts';
import { eraseAccounts } from './features/account/erase-accounts.ts';
import { mailLetters } from './features/cases/mail-letters.ts';
import { tendCases } from './features/cases/tend-cases.ts';
import { mailAnswers } from './features/complaints/mail-answers.ts';
import { reconcileOrders } from './features/credits/orders/reconcile-orders.ts';
import { reconcilePremium } from './features/credits/premium/reconcile-premium.ts';
import { mailAbsentMembers } from './features/notifications/mail-absent-members.ts';
import { notifyOffers } from './features/notifications/notify-offers.ts';
import { sendSummaries } from './features/notifications/send-summaries.ts';
import { checkHeldPhotos } from './features/photos/check-held-photos.ts';
import { hashRemovedPhotos } from './features/photos/hash-removed-photos.ts';
import { currentSettings, isStoppedByMigration } from './http/request-context.ts';
import { logLine } from './lib/log.ts';
import { pushKeys } from './platform/notifications/web-push.ts';
import { sweepFiles } from './platform/photos/photo-storage.ts';

/** Brings premium spans and renewals up to date. The events that this writes are delivered by the next sweep. */
async function sweepPremium(env: Env, db: Database, now: number): Promise<void> {
  await reconcilePremium({ db, env, settings: await currentSettings(env, db, now), now, publish: () => undefined });
}

/**
 * Writes absence mails, summaries, offers, answers to complaints and letters about decisions, then delivers all waiting mails, even if one of these failed. Without
 * a mail driver no absence mails are written, and summaries and offers go out without mails.
 */
async function sendMails(env: Env, db: Database, now: number): Promise<void> {
  const canMail = mailDriver(env) !== null;
  try {
    const ctx = { db, env, settings: await currentSettings(env, db, now), now };
    if (canMail) await mailAbsentMembers(ctx);
    await sendSummaries({ ...ctx, canMail });
    await notifyOffers({ ...ctx, canMail });
    await mailAnswers(ctx);
    await mailLetters(ctx);
  } finally {
    await sweepMails(env, db);
  }
}

/** Sends the pushes that are due. Without push keys it deletes those that are older than PUSH_LIFETIME_MS instead. */
async function sendDuePushes(env: Env, db: Database, now: number): Promise<void> {
  if (pushKeys(env)) await sweepPushes({ env, db, settings: await currentSettings(env, db, now) });
  else await deletePushesBefore(db, now - PUSH_LIFETIME_MS);
}

/** Asks the payment providers about open orders that are due, then delivers the events that this causes. */
async function sweepOrders(env: Env, db: Database, now: number): Promise<void> {
  const settings = await currentSettings(env, db, now);
  const changed: EventOutboxRow[] = [];
  await reconcileOrders({ db, env, settings, now, publish: ({ events = [] }) => void changed.push(...events) });
  if (changed.length > 0) await sendPushes({ env, db, settings }, await deliverEvents(env, db, changed));
}

/** Asks the classifier again about held photos, then delivers the events that this causes. */
async function sweepHeldPhotos(env: Env, db: Database, now: number): Promise<void> {
  const changed: EventOutboxRow[] = [];
  const settings = await currentSettings(env, db, now);
  await checkHeldPhotos({ env, db, settings, now, publish: ({ events = [] }) => void changed.push(...events) });
  if (changed.length > 0) await deliverEvents(env, db, changed);
}

/** Runs the tasks of a minute, unless a migration stops writes. Throws the first error after all of them have ended. */
export async function runTasks(raw: object): Promise<void> {
  const env = parseEnv(raw);
  const db = openDatabase(env.DB_URL, env.DB_TOKEN);
  const now = Date.now();
  if (await isStoppedByMigration(env, db, now)) {
    logLine('warn', { at: 'sweep', fault: 'a migration is unfinished' });
    return;
  }
  const cdnPrefix = async () => (await currentSettings(env, db, now)).cdn_prefix;
  // A task that fails does not stop the others.
  const tasks = await Promise.allSettled([
    deliverDueEvents(env, db, now),
    sendDuePushes(env, db, now),
    sendMails(env, db, now),
    sweepOrders(env, db, now),
    sweepFiles(env, db, cdnPrefix, now),
    sweepHeldPhotos(env, db, now),
    hashRemovedPhotos(env, db, now),
    deleteOldRows(db, now),
    eraseAccounts(env, db, now),
    sweepPremium(env, db, now),
    tendCases(db, now),
    addUpFigures(db, now),
    noteSweep(db, now),
  ]);
  const failed = tasks.find((task) => task.status === 'rejected');
  if (failed) throw failed.reason;
}
