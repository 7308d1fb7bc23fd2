import type { OutputOf } from '#contract/endpoint';
import type { listPushDevices as endpoint } from '#contract/notifications';
import { subscriptionsOf } from '#db/queries/notifications/push-subscriptions';
import type { Context } from '../../domain/context.ts';
import { asMember } from '../../domain/require-session.ts';

const iso = (time: number) => new Date(time).toISOString();

/** The browsers that take the member's pushes, this one first, then the latest seen. */
export async function listPushDevices(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const [member, rows] = await asMember(ctx, (id, db) => [subscriptionsOf(db, id, ctx.now)]);
  const devices = rows.map(({ id, device, createdAt, seenAt, sessionId }) => ({
    ...{ id, device, created_at: iso(createdAt), seen_at: iso(seenAt) },
    is_current: sessionId === member.sessionId,
  }));
  return { devices: devices.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) };
}
