import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { purgeAfterSession, purgeOtherMembers, purgeWithoutSession } from '../../../web/offline/purge-member-storage.ts';
import { idOf, ME } from '../fixtures.ts';

const fixture = vi.hoisted(() => ({
  owner: null as string | null,
  answers: [] as string[],
  records: new Map<string, unknown>(),
  isBlocked: false,
}));
const unlessBlocked = vi.hoisted(() => <T>(act: () => T): T => {
  if (fixture.isBlocked) throw new DOMException('blocked', 'SecurityError');
  return act();
});
vi.mock('../../../web/offline/answer-store.ts', () => ({
  claimAnswers: async (member: string) =>
    unlessBlocked(() => {
      const isNew = fixture.owner !== member;
      if (isNew) Object.assign(fixture, { owner: member, answers: [] });
      return isNew;
    }),
  clearAnswers: async () =>
    unlessBlocked(() => {
      const wasKept = fixture.owner !== null;
      Object.assign(fixture, { owner: null, answers: [] });
      return wasKept;
    }),
}));
vi.mock('../../../web/offline/key-value.ts', () => ({ keys: async () => unlessBlocked(() => [...fixture.records.keys()]) }));
vi.mock('../../../web/offline/database.ts', () => ({
  recordDatabase: () => ({}),
  writeAndCommit: async (_: unknown, write: (table: { delete(name: string): void }) => void) =>
    write({ delete: (name) => void unlessBlocked(() => fixture.records.delete(name)) }),
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
      name === 'removeItem' ? (key: string) => unlessBlocked(() => Reflect.deleteProperty(items, key)) : Reflect.get(items, name),
    ownKeys: () => unlessBlocked(() => Reflect.ownKeys(items)),
  });
}

beforeEach(() => {
  Object.assign(fixture, { owner: ME, answers: ['chats', 'boot'], isBlocked: false });
  fixture.records = new Map(
    [`likes/${ME}`, `pending/${ME}/chat`, `thread/${OTHER}/chat`, 'locale', 'of-all/of-us'].map((name) => [name, name]),
  );
  caches = ['workbox-precache', 'texts-this', 'photos', 'files'];
  notifications = ['one', 'two'];
  local = { [`draft/${ME}/chat`]: 'half a word', [`draft/${OTHER}/chat`]: 'of another', place: 'Utrecht', 'install-dismissed': '1' };
  tab = {
    'form/about': 'typed',
    [`form/place:${ME}`]: 'Utrecht',
    [`form/place:${OTHER}`]: 'Gent',
    'scroll-positions': '{}',
    'reloaded-at': '1',
  };
  vi.stubGlobal('localStorage', storageOf(local));
  vi.stubGlobal('sessionStorage', storageOf(tab));
  vi.stubGlobal('caches', {
    keys: async () => unlessBlocked(() => caches),
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

const remaining = () => ({
  answers: fixture.answers,
  records: [...fixture.records.keys()],
  local: Object.keys(local),
  tab: Object.keys(tab),
  caches,
  notifications,
});
const REMAINING_ALWAYS = { answers: [], tab: ['reloaded-at'], caches: ['workbox-precache', 'texts-this', 'files'], notifications: [] };

test('a logout deletes all data of the member, and none of others', async () => {
  await purgeAfterSession(ME, { deletesUnsent: true });
  expect(remaining()).toEqual({
    ...REMAINING_ALWAYS,
    records: [`thread/${OTHER}/chat`, 'locale', 'of-all/of-us'],
    local: [`draft/${OTHER}/chat`, 'install-dismissed'],
  });
});

test('an expired session keeps what the member wrote, and deletes the stored answers', async () => {
  const before = remaining();
  await purgeAfterSession(ME, { deletesUnsent: false });
  expect(remaining()).toEqual({ ...REMAINING_ALWAYS, records: before.records, local: before.local.filter((name) => name !== 'place') });
});

test('a second member finds nothing of the first, photos and notifications included', async () => {
  await purgeOtherMembers(OTHER);
  // What the second member has typed by then is kept.
  expect(remaining()).toEqual({
    ...REMAINING_ALWAYS,
    tab: [`form/place:${OTHER}`, 'reloaded-at'],
    records: [`thread/${OTHER}/chat`, 'locale', 'of-all/of-us'],
    local: [`draft/${OTHER}/chat`, 'install-dismissed'],
  });
});

test('the same member finds all their data', async () => {
  const before = remaining();
  await purgeOtherMembers(ME);
  expect(remaining()).toEqual({
    ...before,
    records: [`likes/${ME}`, `pending/${ME}/chat`, 'locale', 'of-all/of-us'],
    local: [`draft/${ME}/chat`, 'place', 'install-dismissed'],
  });
});

test('without a session only what the last member wrote is kept', async () => {
  const before = remaining();
  await purgeWithoutSession();
  expect(remaining()).toEqual({
    ...before,
    answers: [],
    caches: REMAINING_ALWAYS.caches,
    notifications: [],
    local: before.local.filter((name) => name !== 'place'),
  });
});

test('a visitor keeps the cached photos', async () => {
  Object.assign(fixture, { owner: null, answers: [] });
  const before = remaining();
  await purgeWithoutSession();
  expect(remaining()).toEqual(before);
});

test('blocked storage does not prevent a logout or a login', async () => {
  fixture.isBlocked = true;
  await purgeAfterSession(ME, { deletesUnsent: true });
  await purgeOtherMembers(OTHER);
  await purgeWithoutSession();
  expect(notifications).toEqual([]);
});
