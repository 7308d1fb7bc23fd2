import { createPush } from '../../../../web/pwa/push/push-machine.ts';
import type { BrowserSubscription, PushPort } from '../../../../web/pwa/push/push-port.ts';
import { ME } from '../../fixtures.ts';

export const KEY = 'BPublicKey';

export interface PushStart {
  permission: NotificationPermission;
  /** The key of the browser's subscription; null if it has none. */
  subscribedForKey: string | null;
  key: string;
  member: string | null;
}

interface PushFixture extends PushStart {
  /** The member's answer to the permission prompt. */
  answer: NotificationPermission;
  isCapable: boolean;
  hasWorker: boolean;
  refusesToBind: boolean;
  refusesToSave: boolean;
  /** Runs while the browser subscribes, and while the site saves. */
  duringRequest: () => Promise<unknown>;
  /** The member has removed this browser's subscription on another device. */
  isRemovedElsewhere: boolean;
  /** How often the browser has prompted for the permission. */
  prompts: number;
  /** The endpoints that the site was sent; null for each end of a subscription. */
  saved: (string | null)[];
  deliverMessage: (data: unknown) => void;
  notifyPermissionChange: () => void;
}

const DEFAULTS: PushFixture = {
  permission: 'default',
  subscribedForKey: null,
  key: KEY,
  member: ME,
  answer: 'granted',
  isCapable: true,
  hasWorker: true,
  refusesToBind: false,
  refusesToSave: false,
  isRemovedElsewhere: false,
  prompts: 0,
  saved: [],
  duringRequest: async () => {},
  deliverMessage: () => {},
  notifyPermissionChange: () => {},
};

/** Push in a fake browser on a fake site, in the state that the test sets in `fixture`. */
export function createPushFixture(start: Partial<PushStart> = {}) {
  const fixture: PushFixture = { ...DEFAULTS, ...start, saved: [] };
  const bindingFor = (boundKey: string): BrowserSubscription => ({
    endpoint: `https://push.example/${boundKey}`,
    isForKey: (wanted) => wanted === boundKey,
    toJSON: () => ({ endpoint: `https://push.example/${boundKey}` }),
    unsubscribe: async () => {
      fixture.subscribedForKey = null;
    },
  });
  const port: PushPort = {
    get isCapable() {
      return fixture.isCapable;
    },
    permission: () => fixture.permission,
    requestPermission: async () => {
      fixture.prompts += 1;
      fixture.permission = fixture.answer;
      return fixture.permission;
    },
    ready: () => (fixture.hasWorker ? Promise.resolve() : new Promise(() => {})),
    subscription: async () => {
      if (!fixture.hasWorker) throw new Error('no service worker in time');
      return fixture.subscribedForKey === null ? null : bindingFor(fixture.subscribedForKey);
    },
    subscribe: async (wanted) => {
      if (fixture.refusesToBind) throw new Error('AbortError');
      if (fixture.subscribedForKey !== null && fixture.subscribedForKey !== wanted) throw new Error('InvalidStateError');
      await fixture.duringRequest();
      fixture.subscribedForKey = wanted;
      return bindingFor(wanted);
    },
    onMessage: (hear) => {
      fixture.deliverMessage = hear;
      return () => {};
    },
    onPermission: (hear) => {
      fixture.notifyPermissionChange = hear;
      return () => {};
    },
  };
  let storedEndpoint: string | null = null;
  const saved = {
    get: () => storedEndpoint,
    set: (endpoint: string | null) => {
      storedEndpoint = endpoint;
    },
  };
  const save = async (subscription: PushSubscriptionJSON | null, isKnown: boolean) => {
    await fixture.duringRequest();
    if (fixture.refusesToSave) throw new Error('422');
    if (isKnown && fixture.isRemovedElsewhere) return false;
    fixture.saved.push(subscription?.endpoint ?? null);
    return true;
  };
  return { fixture, ...createPush({ port, key: () => fixture.key, member: () => fixture.member, save, saved }) };
}
