import type { ParsedInputOf } from '#contract/endpoint';
import type { subscribePush as endpoint, PushSubscriptionJson } from '#contract/notifications';
import type { Statement } from '#db/client';
import { dropSubscription, keepSubscription } from '#db/queries/push-subscriptions';
import type { SessionClaim } from '#db/queries/session';
import { asMember } from '../../domain/as-member.ts';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { randomId } from '../../domain/ids.ts';
import { brokenKeys, isPushEndpoint, PUSH_DEVICES_EACH } from '../../domain/push-devices.ts';

/** Keeps what the session's browser subscribed to, or with null keeps it no longer; the session is proven in the same trip. */
export async function subscribePush(ctx: Context, { subscription }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { claim } = ctx.session;
  // Who is signed out hears that, whatever they send.
  const refused = claim && subscription ? await faultsOf(ctx, subscription) : null;
  const writes = claim && !refused ? statementsOf(ctx, claim, subscription) : [];
  await asMember(ctx, () => writes);
  if (refused) refuseFields(refused);
}

type Faults = Parameters<typeof refuseFields>[0];

async function faultsOf({ settings }: Context, { endpoint, keys }: PushSubscriptionJson): Promise<Faults | null> {
  if (!isPushEndpoint(endpoint, settings.push_hosts)) return { 'subscription.endpoint': 'not_allowed' };
  const broken = await brokenKeys(keys);
  return broken.length > 0 ? Object.fromEntries(broken.map((key) => [`subscription.keys.${key}`, 'not_allowed'])) : null;
}

function statementsOf({ db, now }: Context, claim: SessionClaim, subscription: PushSubscriptionJson | null): readonly Statement[] {
  if (!subscription) return [dropSubscription(db, claim, now)];
  const { endpoint, keys } = subscription;
  return keepSubscription(db, claim, { id: randomId(), endpoint, ...keys }, now, PUSH_DEVICES_EACH);
}
