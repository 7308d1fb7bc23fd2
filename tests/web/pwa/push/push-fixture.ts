import { createPush } from '../../../../web/pwa/push/push-machine.ts';
import type { PushBinding, PushPort } from '../../../../web/pwa/push/push-port.ts';
import { ME } from '../../fixtures.ts';

export const KEY = 'BPublicKey';

export interface Start {
  permission: NotificationPermission;
  /** The key of the browser's subscription; null if it has none. */
  boundTo: string | null;
  key: string;
  member: string | null;
}

interface World extends Start {
  /** The member's answer to the permission prompt. */
  answer: NotificationPermission;
  isCapable: boolean;
  hasWorker: boolean;
  refusesToBind: boolean;
  refusesToSave: boolean;
  /** Runs while the browser subscribes, and while the site saves. */
  meanwhile: () => Promise<unknown>;
  /** The member has removed this browser's subscription on another device. */
  isTakenOff: boolean;
  /** How often the browser has prompted for the permission. */
  asked: number;
  /** The endpoints that the site was sent; null for each end of a subscription. */
  saved: (string | null)[];
  hear: (data: unknown) => void;
  permissionChanges: () => void;
}

const NEW: World = {
  permission: 'default',
  boundTo: null,
  key: KEY,
  member: ME,
  answer: 'granted',
  isCapable: true,
  hasWorker: true,
  refusesToBind: false,
  refusesToSave: false,
  isTakenOff: false,
  asked: 0,
  saved: [],
  meanwhile: async () => {},
  hear: () => {},
  permissionChanges: () => {},
};

/** Push in a fake browser on a fake site, in the state that the test sets in `fixture`. */
export function aWorld(start: Partial<Start> = {}) {
  const fixture: World = { ...NEW, ...start, saved: [] };
  const bindingFor = (boundKey: string): PushBinding => ({
    endpoint: `https://push.example/${boundKey}`,
    isFor: (wanted) => wanted === boundKey,
    toJSON: () => ({ endpoint: `https://push.example/${boundKey}` }),
    end: async () => {
      fixture.boundTo = null;
    },
  });
  const port: PushPort = {
    get isCapable() {
      return fixture.isCapable;
    },
    permission: () => fixture.permission,
    ask: async () => {
      fixture.asked += 1;
      fixture.permission = fixture.answer;
      return fixture.permission;
    },
    ready: () => (fixture.hasWorker ? Promise.resolve() : new Promise(() => {})),
    binding: async () => {
      if (!fixture.hasWorker) throw new Error('no service worker in time');
      return fixture.boundTo === null ? null : bindingFor(fixture.boundTo);
    },
    bind: async (wanted) => {
      if (fixture.refusesToBind) throw new Error('AbortError');
      if (fixture.boundTo !== null && fixture.boundTo !== wanted) throw new Error('InvalidStateError');
      await fixture.meanwhile();
      fixture.boundTo = wanted;
      return bindingFor(wanted);
    },
    onMessage: (hear) => {
      fixture.hear = hear;
      return () => {};
    },
    onPermission: (hear) => {
      fixture.permissionChanges = hear;
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
    await fixture.meanwhile();
    if (fixture.refusesToSave) throw new Error('422');
    if (isKnown && fixture.isTakenOff) return false;
    fixture.saved.push(subscription?.endpoint ?? null);
    return true;
  };
  return { fixture, ...createPush({ port, key: () => fixture.key, member: () => fixture.member, save, saved }) };
}
