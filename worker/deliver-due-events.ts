import type { Database } from '#db/client';
import type { Env } from './config/env.ts';
import { sweepEvents } from './delivery/event-outbox.ts';
import { type SilentServices, sendPushes } from './delivery/notifications/push-queue.ts';
import { currentSettings } from './http/request-context.ts';

/** Delivers waiting events that are due and sends the pushes that they cause. The settings are read only if there are pushes. */
export async function deliverDueEvents(env: Env, db: Database, now: number): Promise<void> {
  const silent: SilentServices = new Set();
  const push = async (ids: readonly string[]) =>
    ids.length > 0 ? sendPushes({ env, db, settings: await currentSettings(env, db, now) }, ids, silent) : undefined;
  await sweepEvents(env, db, now, push);
}
