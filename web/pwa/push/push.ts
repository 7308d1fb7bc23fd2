import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { PushSubscriptionJson, subscribePush } from '#contract/notifications';
import { CallError, call } from '../../api/call.ts';
import { storedPushEndpoint, storePushEndpoint } from '../../offline/stored-push-endpoint.ts';
import { useStore } from '../../platform/store.ts';
import { currentSettings } from '../../session/settings.ts';
import { currentUser } from '../../session/user.ts';
import { createPush, type PushStatus } from './push-machine.ts';
import { browserPush } from './push-port.ts';
import { isPushSubscribed } from './subscription-state.ts';

export type { PushState, PushStatus } from './push-machine.ts';

/** Saves the subscription on the server. Resolves to false if a known subscription has been removed on another device. */
async function save(subscription: PushSubscriptionJSON | null, isKnown: boolean): Promise<boolean> {
  try {
    await call(subscribePush, {
      subscription: subscription && v.parse(PushSubscriptionJson, subscription),
      ...(isKnown ? { is_known: true } : {}),
    });
    return true;
  } catch (error) {
    if (isKnown && error instanceof CallError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Push in this browser, connected to the browser's port (`web/pwa/push/push-port.ts`) and to the server. */
export const {
  push,
  read: readPush,
  sync: syncPush,
  turnOn: turnPushOn,
  turnOff: turnPushOff,
  forget: resetPush,
  leave: unsubscribeOnLogout,
  follow: followPush,
} = createPush({
  port: browserPush(),
  key: () => currentSettings().push_pub,
  member: () => currentUser()?.id ?? null,
  save,
  saved: { get: storedPushEndpoint, set: storePushEndpoint },
});

push.subscribe(() => isPushSubscribed.set(push.get().isSubscribed));

/** The state of push in this browser; null while it is being read, for at most `timeoutMs` milliseconds. */
export function usePush(timeoutMs?: number): PushStatus | null {
  const current = useStore(push);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = timeoutMs === undefined ? 0 : setTimeout(setRead, timeoutMs, true);
    void readPush().then(() => setRead(true));
    return () => clearTimeout(timer);
  }, [timeoutMs]);
  return isRead ? current : null;
}
