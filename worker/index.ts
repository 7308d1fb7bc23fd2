import { type Database, openDatabase } from '#db/client';
import { deletePastFirstMessages } from '#db/queries/chat/conversations';
import { deletePushesBefore } from '#db/queries/notifications/push-queue';
import { deletePastAttempts } from '#db/queries/shared/attempt-counters';
import { deleteStaleEvents, type OutboxRow } from '#db/queries/shared/event-outbox';
import { deleteExpiredSessions } from '#db/queries/shared/sessions';
import { createApp } from './app.ts';
import { type Env, parseEnv } from './config/env.ts';
import { deliverEvents, sweepEvents } from './delivery/event-outbox.ts';
import { mailDriver, sweepMails } from './delivery/mail-queue.ts';
import { type Silent, sendPushes, sweepPushes } from './delivery/notifications/push-queue.ts';
import { PUSH_LIFE_MS } from './delivery/notifications/push-schedule.ts';
import { eraseAccounts } from './features/account/erase-accounts.ts';
import { forgetOrders } from './features/account/purge-orders.ts';
import { firstMessagesFrom } from './features/chat/sending-rules.ts';
import { mailAnswers } from './features/complaints/mail-answers.ts';
import { forgetComplaints } from './features/complaints/purge-complaints.ts';
import { reconcileOrders } from './features/credits/orders/reconcile-orders.ts';
import { reconcilePremium } from './features/credits/premium/reconcile-premium.ts';
import { forgetTold } from './features/likes/notification-deduplication.ts';
import { mailAwayMembers } from './features/notifications/mail-away-members.ts';
import { tellOffers } from './features/notifications/notify-offers.ts';
import { sendSummaries } from './features/notifications/send-digests.ts';
import { settingsInForce } from './http/request-context.ts';
import { pushKeys } from './platform/notifications/web-push.ts';
import { sweepFiles } from './platform/photos/photo-storage.ts';

/** An event that no room took for this long is dropped; only latency was ever at stake. */
const STALE_MS = 3600_000;

const app = createApp();

/** Keeps premium and its renewals true; what that changes the next sweep of events delivers. */
async function sweepPremium(env: Env, db: Database, now: number): Promise<void> {
  await reconcilePremium({ db, env, settings: await settingsInForce(env, db, now), now, publish: () => undefined });
}

/** Writes the mails to members who are away, summaries, offers and answers to complaints, then delivers all that wait; without a driver nothing is written that nobody would take. */
async function sendMails(env: Env, db: Database, now: number): Promise<void> {
  const driver = mailDriver(env);
  try {
    const ctx = { db, env, settings: await settingsInForce(env, db, now), now };
    if (driver) await mailAwayMembers(ctx);
    await sendSummaries({ ...ctx, canMail: driver !== null });
    await tellOffers({ ...ctx, canMail: driver !== null });
    await mailAnswers(ctx);
  } finally {
    await sweepMails(db, driver);
  }
}

/** Delivers events and the pushes they cause; the settings are asked for only where there are pushes. */
async function sendNews(env: Env, db: Database, now: number): Promise<void> {
  const silent: Silent = new Set();
  const push = async (ids: readonly string[]) =>
    ids.length > 0 ? sendPushes({ env, db, settings: await settingsInForce(env, db, now) }, ids, silent) : undefined;
  await sweepEvents(env, db, now, push);
}

/** Sends the pushes that wait; where the site has lost the keys to do so, they wait no longer than they are news. */
async function sendWaiting(env: Env, db: Database, now: number): Promise<void> {
  if (pushKeys(env)) await sweepPushes({ env, db, settings: await settingsInForce(env, db, now) });
  else await deletePushesBefore(db, now - PUSH_LIFE_MS);
}

/** Asks after orders that are due, then delivers what that has changed. */
async function sweepOrders(env: Env, db: Database, now: number): Promise<void> {
  const settings = await settingsInForce(env, db, now);
  const changed: OutboxRow[] = [];
  await reconcileOrders({ db, env, settings, now, publish: ({ events = [] }) => void changed.push(...events) });
  if (changed.length > 0) await sendPushes({ env, db, settings }, await deliverEvents(env, db, changed));
}

export default {
  fetch: (request, raw, ctx) => app.fetch(request, raw, ctx),
  /** Every minute: what could not be delivered at once, and rows whose time is over. */
  async scheduled(_controller, raw) {
    const env = parseEnv(raw);
    const db = openDatabase(env.DB_URL, env.DB_TOKEN);
    const now = Date.now();
    const cdnPrefix = async () => (await settingsInForce(env, db, now)).cdn_prefix;
    // Each for itself: a duty that fails today takes no other with it.
    const duties = await Promise.allSettled([
      sendNews(env, db, now),
      sendWaiting(env, db, now),
      sendMails(env, db, now),
      sweepOrders(env, db, now),
      sweepFiles(env, db, cdnPrefix, now),
      deleteExpiredSessions(db, now),
      deletePastAttempts(db, now),
      deleteStaleEvents(db, now - STALE_MS),
      deletePastFirstMessages(db, firstMessagesFrom(now)),
      forgetTold(db, now),
      forgetComplaints(db, now),
      eraseAccounts(env, db, now),
      forgetOrders(db, now),
      sweepPremium(env, db, now),
    ]);
    const failed = duties.find((duty) => duty.status === 'rejected');
    if (failed) throw failed.reason;
  },
} satisfies ExportedHandler<object>;
