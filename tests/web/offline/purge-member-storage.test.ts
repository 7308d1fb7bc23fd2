import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAnswers, forgetSession, takeOver } from '../../../web/offline/purge-member-storage.ts';
import { idOf, ME } from '../fixtures.ts';

const world = vi.hoisted(() => ({
  owner: null as string | null,
  answers: [] as string[],
  records: new Map<string, unknown>(),
  isBlocked: false,
}));
const orBlocked = vi.hoisted(() => <T>(act: () => T): T => {
  if (world.isBlocked) throw new DOMException('blocked', 'SecurityError');
  return act();
});
vi.mock('../../../web/offline/answer-store.ts', () => ({
  claimKept: async (member: string) =>
    orBlocked(() => {
      const isNew = world.owner !== member;
      if (isNew) Object.assign(world, { owner: member, answers: [] });
      return isNew;
    }),
  clearKept: async () =>
    orBlocked(() => {
      const wasKept = world.owner !== null;
      Object.assign(world, { owner: null, answers: [] });
      return wasKept;
    }),
}));
vi.mock('../../../web/offline/key-value.ts', () => ({ keys: async () => orBlocked(() => [...world.records.keys()]) }));
vi.mock('../../../web/offline/database.ts', () => ({
  records: () => ({}),
  writeAtOnce: async (_: unknown, write: (table: { delete(name: string): void }) => void) =>
    write({ delete: (name) => void orBlocked(() => world.records.delete(name)) }),
}));

const OTHER = idOf('other');
let caches: string[];
let notifications: string[];
let local: Record<string, string>;
let tab: Record<string, string>;

/** A Storage with these entries, whose keys are its own properties as in a browser. */
function storageOf(items: Record<string, string>): object {
  return new Proxy(items, {
    get: (_, name) =>
      name === 'removeItem' ? (key: string) => orBlocked(() => Reflect.deleteProperty(items, key)) : Reflect.get(items, name),
    ownKeys: () => orBlocked(() => Reflect.ownKeys(items)),
  });
}

beforeEach(() => {
  Object.assign(world, { owner: ME, answers: ['chats', 'boot'], isBlocked: false });
  world.records = new Map(
    [`likes/${ME}`, `outbox/${ME}/chat`, `thread/${OTHER}/chat`, 'locale', 'kept-by-all/of-us'].map((name) => [name, name]),
  );
  caches = ['workbox-precache', 'texts-this', 'photos', 'files'];
  notifications = ['one', 'two'];
  local = { [`draft/${ME}/chat`]: 'half a word', [`draft/${OTHER}/chat`]: 'of another', place: 'Utrecht', 'install-dismissed': '1' };
  tab = {
    'kept:about': 'typed',
    [`kept:place:${ME}`]: 'Utrecht',
    [`kept:place:${OTHER}`]: 'Gent',
    'scroll-positions': '{}',
    'reloaded-at': '1',
  };
  vi.stubGlobal('localStorage', storageOf(local));
  vi.stubGlobal('sessionStorage', storageOf(tab));
  vi.stubGlobal('caches', {
    keys: async () => orBlocked(() => caches),
    delete: async (name: string) => {
      caches = caches.filter((other) => other !== name);
    },
  });
  const notificationOf = (name: string) => ({
    close: () => {
      notifications = notifications.filter((other) => other !== name);
    },
  });
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => notifications.map(notificationOf) }) },
  });
});
afterEach(() => vi.unstubAllGlobals());

const left = () => ({
  answers: world.answers,
  records: [...world.records.keys()],
  local: Object.keys(local),
  tab: Object.keys(tab),
  caches,
  notifications,
});
const SITE = { answers: [], tab: ['reloaded-at'], caches: ['workbox-precache', 'texts-this', 'files'], notifications: [] };

test('a logout deletes all data of the member, and none of others', async () => {
  await forgetSession(ME, { hasLeft: true });
  expect(left()).toEqual({
    ...SITE,
    records: [`thread/${OTHER}/chat`, 'locale', 'kept-by-all/of-us'],
    local: [`draft/${OTHER}/chat`, 'install-dismissed'],
  });
});

test('an expired session keeps what the member wrote, and deletes the stored answers', async () => {
  const before = left();
  await forgetSession(ME, { hasLeft: false });
  expect(left()).toEqual({ ...SITE, records: before.records, local: before.local.filter((name) => name !== 'place') });
});

test('a second member finds nothing of the first, photos and notifications included', async () => {
  await takeOver(OTHER);
  // What the second member has typed by then is kept.
  expect(left()).toEqual({
    ...SITE,
    tab: [`kept:place:${OTHER}`, 'reloaded-at'],
    records: [`thread/${OTHER}/chat`, 'locale', 'kept-by-all/of-us'],
    local: [`draft/${OTHER}/chat`, 'install-dismissed'],
  });
});

test('the same member finds all their data', async () => {
  const before = left();
  await takeOver(ME);
  expect(left()).toEqual({
    ...before,
    records: [`likes/${ME}`, `outbox/${ME}/chat`, 'locale', 'kept-by-all/of-us'],
    local: [`draft/${ME}/chat`, 'place', 'install-dismissed'],
  });
});

test('without a session only what the last member wrote is kept', async () => {
  const before = left();
  await forgetAnswers();
  expect(left()).toEqual({
    ...before,
    answers: [],
    caches: SITE.caches,
    notifications: [],
    local: before.local.filter((name) => name !== 'place'),
  });
});

test('a visitor keeps the cached photos', async () => {
  Object.assign(world, { owner: null, answers: [] });
  const before = left();
  await forgetAnswers();
  expect(left()).toEqual(before);
});

test('blocked storage does not prevent a logout or a login', async () => {
  world.isBlocked = true;
  await forgetSession(ME, { hasLeft: true });
  await takeOver(OTHER);
  await forgetAnswers();
  expect(notifications).toEqual([]);
});
