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

/** Push in a fake browser on a fake site, in the state that the test sets in `world`. */
export function aWorld(start: Partial<Start> = {}) {
  const world: World = { ...NEW, ...start, saved: [] };
  const bindingFor = (boundKey: string): PushBinding => ({
    endpoint: `https://push.example/${boundKey}`,
    isFor: (wanted) => wanted === boundKey,
    toJSON: () => ({ endpoint: `https://push.example/${boundKey}` }),
    end: async () => {
      world.boundTo = null;
    },
  });
  const port: PushPort = {
    get isCapable() {
      return world.isCapable;
    },
    permission: () => world.permission,
    ask: async () => {
      world.asked += 1;
      world.permission = world.answer;
      return world.permission;
    },
    ready: () => (world.hasWorker ? Promise.resolve() : new Promise(() => {})),
    binding: async () => {
      if (!world.hasWorker) throw new Error('no service worker in time');
      return world.boundTo === null ? null : bindingFor(world.boundTo);
    },
    bind: async (wanted) => {
      if (world.refusesToBind) throw new Error('AbortError');
      if (world.boundTo !== null && world.boundTo !== wanted) throw new Error('InvalidStateError');
      await world.meanwhile();
      world.boundTo = wanted;
      return bindingFor(wanted);
    },
    onMessage: (hear) => {
      world.hear = hear;
      return () => {};
    },
    onPermission: (hear) => {
      world.permissionChanges = hear;
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
    await world.meanwhile();
    if (world.refusesToSave) throw new Error('422');
    if (isKnown && world.isTakenOff) return false;
    world.saved.push(subscription?.endpoint ?? null);
    return true;
  };
  return { world, ...createPush({ port, key: () => world.key, member: () => world.member, save, saved }) };
}
