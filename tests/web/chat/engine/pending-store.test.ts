import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PendingMessage } from '../../../../web/features/chat/engine/conversation-ports.ts';
import { pendingStoreOf } from '../../../../web/features/chat/engine/pending-store.ts';
import { ME } from '../../fixtures.ts';

const fixture = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  state: 'well' as 'well' | 'late' | 'blocked',
  waiting: [] as (() => void)[],
}));
vi.mock('../../../../web/offline/key-value.ts', () => {
  const inStore = async <T>(act: () => T): Promise<T> => {
    if (fixture.state === 'well') return act();
    if (fixture.state === 'late') fixture.waiting.push(act);
    throw new DOMException(fixture.state);
  };
  return {
    recordDatabase: () => ({}),
    keys: () => inStore(() => [...fixture.stored.keys()]),
    get: (name: string) => inStore(() => fixture.stored.get(name)),
    update: (name: string, change: (was: unknown) => unknown) => inStore(() => fixture.stored.set(name, change(fixture.stored.get(name)))),
  };
});

const CHAT = 'chat';
const NAME = `pending/${ME}/${CHAT}`;
let local: Map<string, string>;

const aMessage = (client_id: string): PendingMessage => ({
  client_id,
  conversation_id: CHAT,
  text: client_id,
  about: null,
  expects: { credits: 1 },
  created_at: '2026-11-23T08:00:00.000Z',
  state: 'queued',
  reason: null,
  ends_at: null,
  new_price: null,
});
const adding = (client_id: string) => (entries: readonly PendingMessage[]) => [...entries, aMessage(client_id)];
const removing = (client_id: string) => (entries: readonly PendingMessage[]) => entries.filter((entry) => entry.client_id !== client_id);
/** What the next page of this browser reads: the client ids, and whether the database has answered. */
const found = async () => {
  const { entries, isComplete } = await pendingStoreOf(ME).read(CHAT);
  return [entries.map(({ client_id }) => client_id), isComplete];
};
const recover = () => {
  fixture.state = 'well';
  for (const act of fixture.waiting.splice(0)) act();
};

beforeEach(() => {
  Object.assign(fixture, { stored: new Map(), state: 'well', waiting: [] });
  local = new Map();
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      {
        ownKeys: () => [...local.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: (_, name) =>
          ({
            getItem: (key: string) => local.get(key) ?? null,
            setItem: (key: string, value: string) => void local.set(key, value),
            removeItem: (key: string) => void local.delete(key),
          })[String(name)],
      },
    ),
  );
});
afterEach(() => vi.unstubAllGlobals());

test('a message is in localStorage until the database has it', async () => {
  const written = pendingStoreOf(ME).update(CHAT, adding('one'));
  expect(local.has(NAME)).toBe(true);
  await written;
  expect([local.has(NAME), await found()]).toEqual([false, [['one'], true]]);
});

test('two messages that are written at the same time are both stored', async () => {
  const store = pendingStoreOf(ME);
  await Promise.all([store.update(CHAT, adding('one')), store.update(CHAT, adding('two'))]);
  expect([local.has(NAME), await found()]).toEqual([false, [['one', 'two'], true]]);
});

test('a stored entry of another form takes no other message with it', async () => {
  fixture.stored.set(NAME, [aMessage('one'), { client_id: 'older', text: 'without a state' }, null, aMessage('two')]);
  expect(await found()).toEqual([['one', 'two'], true]);
  fixture.stored.set(NAME, 'no list');
  expect(await found()).toEqual([[], true]);
});

test('the end of the limit that refused a message is stored; a message stored without one has none', async () => {
  const ends_at = '2026-11-24T08:00:00.000Z';
  const { ends_at: _, ...older } = aMessage('older');
  fixture.stored.set(NAME, [{ ...aMessage('one'), state: 'failed', reason: 'same_text', ends_at }, older]);
  const { entries } = await pendingStoreOf(ME).read(CHAT);
  expect(entries.map((entry) => [entry.client_id, entry.ends_at])).toEqual([
    ['one', ends_at],
    ['older', null],
  ]);
});

test('the price of the button and a new price are stored, also in localStorage; a message stored without them has none', async () => {
  const { expects: _, new_price: __, ...older } = aMessage('older');
  const asked = { ...aMessage('one'), state: 'failed' as const, reason: 'price_changed' as const, new_price: { credits: 4 } };
  const prices = async () => (await pendingStoreOf(ME).read(CHAT)).entries.map((entry) => [entry.expects, entry.new_price]);
  fixture.stored.set(NAME, [asked, older]);
  expect(await prices()).toEqual([
    [{ credits: 1 }, { credits: 4 }],
    [null, null],
  ]);
  fixture.stored.clear();
  fixture.state = 'late';
  await pendingStoreOf(ME).update(CHAT, () => [asked]);
  expect(await prices()).toEqual([[{ credits: 1 }, { credits: 4 }]]);
});

test('a message outlives the page while the database is late, and is not doubled when it answers', async () => {
  fixture.state = 'late';
  await pendingStoreOf(ME).update(CHAT, adding('one'));
  expect(await found()).toEqual([['one'], false]);
  expect(await pendingStoreOf(ME).conversations()).toEqual([CHAT]);
  recover();
  expect(await found()).toEqual([['one'], true]);
});

test('a message that was removed while the database was late does not return', async () => {
  fixture.state = 'late';
  const store = pendingStoreOf(ME);
  await store.update(CHAT, adding('one'));
  await store.update(CHAT, removing('one'));
  recover();
  expect([local.has(NAME), await found()]).toEqual([false, [[], true]]);
});

test('where all storage is blocked a message lives as long as the page', async () => {
  fixture.state = 'blocked';
  vi.stubGlobal('localStorage', undefined);
  const store = pendingStoreOf(ME);
  await store.update(CHAT, adding('one'));
  expect(await found()).toEqual([['one'], false]);
  await store.update(CHAT, removing('one'));
  expect(await found()).toEqual([[], false]);
});
