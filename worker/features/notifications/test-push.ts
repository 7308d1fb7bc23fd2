import { MINUTE } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { testPush as endpoint } from '#contract/notifications';
import { badgeOfMember } from '#db/queries/account/own-badge';
import { deletePushSubscriptions, pushSubscriptionById } from '#db/queries/notifications/push-subscriptions';
import { testPushPayload } from '../../delivery/notifications/push-content.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';
import { pushKeys, sendPush } from '../../platform/notifications/web-push.ts';

type Output = OutputOf<typeof endpoint>;

/** Sends a test push to one of the caller's browsers and answers with the outcome at its push service (docs/product.md, "Push devices"). */
export async function testPush(ctx: Context, { id }: ParsedInputOf<typeof endpoint>): Promise<Output> {
  const { settings, env } = ctx;
  const { member, devices, badges } = await requireSession(ctx, (me, db) => ({
    devices: pushSubscriptionById(db, me, id),
    badges: badgeOfMember(db, me),
  }));
  const device = devices[0] ?? refuse('not_found');
  const keys = pushKeys(env);
  if (!keys) return { outcome: 'failed' };
  const unread = badges.reduce((sum, { unreadMessages, newLikes }) => sum + unreadMessages + newLikes, 0);
  const options = { ttlMs: MINUTE, urgency: 'high' as const, isCollapsed: false };
  const { is: result } = await sendPush(keys, device, testPushPayload(member, unread, settings.name), options);
  if (result === 'gone') await deletePushSubscriptions(ctx.db, [device.id]);
  return { outcome: result === 'sent' || result === 'gone' ? result : 'failed' };
}
