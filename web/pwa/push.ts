import * as v from 'valibot';
import { PushSubscriptionJson, subscribePush } from '#contract/notifications';
import { call } from '../api/call.ts';
import { isSubscribed } from '../session/push-state.ts';
import { currentSettings } from '../session/settings.ts';
import { currentUser } from '../session/user.ts';
import { createPush } from './push-machine.ts';
import { browserPush } from './push-port.ts';

export type { Push, PushState } from './push-machine.ts';

/** Push in this browser: the one place that talks to it (`web/pwa/push-port.ts`) and tells the site. */
export const {
  push,
  read: readPush,
  sync: syncPush,
  turnOn: turnPushOn,
  turnOff: turnPushOff,
  leave: leavePush,
  follow: followPush,
} = createPush({
  port: browserPush(),
  key: () => currentSettings().push_pub,
  member: () => currentUser()?.id ?? null,
  save: (subscription) => call(subscribePush, { subscription: subscription && v.parse(PushSubscriptionJson, subscription) }),
});

push.subscribe(() => isSubscribed.set(push.get().isSubscribed));
