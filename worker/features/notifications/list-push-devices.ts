import type { OutputOf } from '#contract/endpoint';
import type { listPushDevices as endpoint } from '#contract/notifications';
import { pushSubscriptionsOf } from '#db/queries/notifications/push-subscriptions';
import type { Context } from '../../domain/context.ts';
import { requireSession } from '../../domain/require-session.ts';
import { isoTime } from '../../lib/iso-time.ts';

/** The caller's browsers that receive pushes: this one first, then the most recently seen. */
export async function listPushDevices(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { member, subscriptions } = await requireSession(ctx, (id, db) => ({ subscriptions: pushSubscriptionsOf(db, id, ctx.now) }));
  const devices = subscriptions.map(({ id, device, createdAt, seenAt, sessionId }) => ({
    id,
    device,
    created_at: isoTime(createdAt),
    seen_at: isoTime(seenAt),
    is_current: sessionId === member.sessionId,
  }));
  return { devices: devices.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) };
}
