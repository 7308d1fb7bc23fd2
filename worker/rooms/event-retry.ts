import { DurableObject } from 'cloudflare:workers';
import { openDatabase } from '#db/client';
import { parseEnv } from '../config/env.ts';
import { deliverDueEvents } from '../deliver-due-events.ts';
import { requestIdOf, withRequestId } from '../lib/log.ts';

/**
 * Delivers events again that no room took, seconds later. There is one for the whole site: it holds nothing but its alarm, and the outbox
 * is the truth. Whatever it misses is delivered by the sweep (docs/product.md, "Event outbox").
 */
export class EventRetry extends DurableObject<object> {
  /** Sets the alarm, unless it is set for an earlier time (ms). */
  async schedule(time: number): Promise<void> {
    const scheduled = await this.ctx.storage.getAlarm();
    if (scheduled === null || scheduled > time) await this.ctx.storage.setAlarm(time);
  }

  /** Delivers what is due. What fails again sets the alarm again; an alarm that throws is repeated by the runtime. */
  override alarm(): Promise<void> {
    const env = parseEnv(this.env);
    const db = openDatabase(env.DB_URL, env.DB_TOKEN);
    return withRequestId(requestIdOf(undefined), () => deliverDueEvents(env, db, Date.now()));
  }
}
