import { createPush } from '../../../../web/pwa/push/push-machine.ts';
import type { PushBinding, PushPort } from '../../../../web/pwa/push/push-port.ts';
import { ME } from '../../fixtures.ts';

export const KEY = 'BPublicKey';

export interface Start {
  permission: NotificationPermission;
  /** The key its subscription was made for. */
  boundTo: string | null;
  key: string;
  member: string | null;
}

interface World extends Start {
  /** What the member answers when asked. */
  answer: NotificationPermission;
  isCapable: boolean;
  hasWorker: boolean;
  refusesToBind: boolean;
  refusesToSave: boolean;
  /** What happens while the browser binds, or the site saves. */
  meanwhile: () => Promise<unknown>;
  /** Its member has taken this browser off on another device. */
  isTakenOff: boolean;
  asked: number;
  saved: (string | null)[];
  hear: (data: unknown) => void;
  permissionChanges: () => void;
}

const NEW: World = {
  ...{ permission: 'default', boundTo: null, key: KEY, member: ME, answer: 'granted' },
  ...{ isCapable: true, hasWorker: true, refusesToBind: false, refusesToSave: false, isTakenOff: false, asked: 0, saved: [] },
  meanwhile: async () => {},
  hear: () => {},
  permissionChanges: () => {},
};

/** A browser and a site that are in whatever state a test puts them. */
export function aWorld(start: Partial<Start> = {}) {
  const world: World = { ...NEW, ...start, saved: [] };
  const binding = (made: string): PushBinding => ({
    endpoint: `https://push.example/${made}`,
    isFor: (wanted) => wanted === made,
    toJSON: () => ({ endpoint: `https://push.example/${made}` }),
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
      return world.boundTo === null ? null : binding(world.boundTo);
    },
    bind: async (wanted) => {
      if (world.refusesToBind) throw new Error('AbortError');
      if (world.boundTo !== null && world.boundTo !== wanted) throw new Error('InvalidStateError');
      await world.meanwhile();
      world.boundTo = wanted;
      return binding(wanted);
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
  let kept: string | null = null;
  const saved = {
    get: () => kept,
    set: (endpoint: string | null) => {
      kept = endpoint;
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
