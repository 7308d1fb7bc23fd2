import type { ParsedInputOf } from '#contract/endpoint';
import type { subscribePush as endpoint, PushSubscriptionJson } from '#contract/notifications';
import { deletePushSubscriptionOfSession, savePushSubscription } from '#db/queries/notifications/push-subscriptions';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';
import { randomId } from '../../lib/crypto.ts';
import { isPushEndpoint, MAX_PUSH_DEVICES, unusableKeys } from './push-subscription-rules.ts';

/**
 * Stores the push subscription of the session's browser; null removes it. The session is proven in the same round trip. Refuses with 404 a
 * subscription that `is_known` claims to be stored already and that is not.
 */
export async function subscribePush(
  ctx: Context,
  { subscription, is_known: isKnown = false }: ParsedInputOf<typeof endpoint>,
): Promise<undefined> {
  const { credential } = ctx.session;
  // Without a valid session the answer is `signed_out`, whatever was sent.
  const faults = credential && subscription ? await faultsOf(ctx, subscription) : null;
  if (!credential || faults) {
    await requireSession(ctx, () => ({}));
    if (faults) refuseFields(faults);
  } else if (!subscription) {
    await requireSession(ctx, (_, db) => ({ deleted: deletePushSubscriptionOfSession(db, credential, ctx.now) }));
  } else {
    const { endpoint, keys } = subscription;
    const device = { id: randomId(), endpoint, ...keys, isKnown };
    const { stored } = await requireSession(ctx, (_, db) => savePushSubscription(db, credential, device, ctx.now, MAX_PUSH_DEVICES));
    if (stored.length === 0) refuse('not_found');
  }
}

type Faults = Parameters<typeof refuseFields>[0];

async function faultsOf({ settings }: Context, { endpoint, keys }: PushSubscriptionJson): Promise<Faults | null> {
  if (!isPushEndpoint(endpoint, settings.push_hosts)) return { 'subscription.endpoint': 'not_allowed' };
  const broken = await unusableKeys(keys);
  return broken.length > 0 ? Object.fromEntries(broken.map((key) => [`subscription.keys.${key}`, 'not_allowed'])) : null;
}
