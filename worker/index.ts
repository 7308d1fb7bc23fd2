import { openDatabase } from '#db/client';
import { deletePastAttempts } from '#db/queries/attempts';
import { deleteStaleEvents } from '#db/queries/outbox';
import { deleteExpiredSessions } from '#db/queries/session';
import { createApp } from './app.ts';
import { parseEnv } from './env.ts';
import { mailDriver, sweepMails } from './platform/mail.ts';
import { sweepEvents } from './platform/publish.ts';

/** An event that no room took for this long is dropped; only latency was ever at stake. */
const STALE_MS = 3600_000;

const app = createApp();

export default {
  fetch: (request, raw, ctx) => app.fetch(request, raw, ctx),
  /** Every minute: what could not be delivered at once, and rows whose time is over. */
  async scheduled(_controller, raw) {
    const env = parseEnv(raw);
    const db = openDatabase(env.DB_URL, env.DB_TOKEN);
    const now = Date.now();
    await Promise.all([sweepEvents(env, db, now), sweepMails(db, mailDriver(env))]);
    await Promise.all([deleteExpiredSessions(db, now), deletePastAttempts(db, now), deleteStaleEvents(db, now - STALE_MS)]);
  },
} satisfies ExportedHandler<object>;
