import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../web/api/query-client.ts';
import { keys } from '../../../web/api/query-keys.ts';
import { keepAnswersOf } from '../../../web/app/session-effects/stored-boot.ts';
import { readKept, restoreAnswers } from '../../../web/offline/query-persister.ts';
import { asKept, BOOT, type Kept, OWNER } from '../../../web/offline/stored-answers.ts';
import { signIn } from '../../../web/session/user.ts';
import { aChat, aProfile, aUser, idOf, likesOf, ME } from '../fixtures.ts';
import { aWindow } from '../realtime/fake-network.ts';

const world = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  writes: 0,
  isBlocked: false,
  owner: Promise.withResolvers<void>(),
}));
vi.mock('../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown', settings: { name: 'Vonk' }, build: 'this' } }));
vi.mock('../../../web/offline/purge-member-storage.ts', () => ({ takeOver: () => world.owner.promise }));
vi.mock('../../../web/offline/key-value.ts', () => ({
  entries: async () => {
    if (world.isBlocked) throw new DOMException('blocked', 'SecurityError');
    return [...world.stored];
  },
}));
vi.mock(import('../../../web/offline/answer-store.ts'), async (actual) => ({
  ...(await actual()),
  putKept: async (_: string, changes: Iterable<readonly [string, Kept | null]>) => {
    if (world.isBlocked) throw new DOMException('full', 'QuotaExceededError');
    world.writes += 1;
    for (const [name, answer] of changes) answer ? world.stored.set(name, answer) : world.stored.delete(name);
  },
}));

const CHATS = { chats: [aChat('chat', 3)], total: 1, next: null };
const profileKey = (name: string) => JSON.stringify(keys.profile(idOf(name)));
const named = () => [...world.stored.keys()].toSorted();
const inASecond = () => vi.advanceTimersByTimeAsync(1000);
let page: ReturnType<typeof aWindow>;
let end: () => void = () => undefined;

async function keeping(): Promise<void> {
  end = keepAnswersOf(ME);
  world.owner.resolve();
  await inASecond();
}

beforeEach(() => {
  vi.useFakeTimers();
  page = aWindow();
  Object.assign(world, { writes: 0, isBlocked: false, owner: Promise.withResolvers<void>() });
  world.stored.clear();
});
afterEach(() => {
  end();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what this browser stores', () => {
  test('is the member, their chats, likes, notifications and the profiles they opened, and nothing else', async () => {
    signIn(aUser());
    queryClient.setQueryData(keys.chats, CHATS);
    queryClient.setQueryData(keys.search('home'), { profiles: [aProfile('ewa')] });
    queryClient.setQueryData(keys.conversation('chat'), { messages: [] });
    queryClient.setQueryData(keys.ledger, { entries: [] });
    queryClient.setQueryData(['profile', idOf('ewa'), 'similar'], { profiles: [] });
    await keeping();
    queryClient.setQueryData(keys.profile(idOf('ewa')), aProfile('ewa'));
    queryClient.setQueryData(keys.likes, likesOf([]));
    queryClient.setQueryData(keys.likesOf('matches'), { pages: [likesOf([])], pageParams: [null] });
    await inASecond();
    expect(named()).toEqual([BOOT, '["chats"]', '["likes"]', '["likes","matches"]', profileKey('ewa')].toSorted());
    expect(world.stored.get(BOOT)).toMatchObject({ data: { user: { id: ME }, settings: { name: 'Vonk' }, build: 'this' } });
  });

  test('is written at most once a second, at once when the page is hidden, and no more after the end', async () => {
    signIn(aUser());
    await keeping();
    world.writes = 0;
    for (let seq = 1; seq <= 5; seq += 1) queryClient.setQueryData(keys.chats, { ...CHATS, chats: [aChat('chat', seq)] });
    await vi.advanceTimersByTimeAsync(900);
    expect(world.writes).toBe(0);
    page.show('hidden');
    expect(world.writes).toBe(1);
    expect(world.stored.get('["chats"]')).toMatchObject({ data: { chats: [{ conversation: { last_message: { seq: 5 } } }] } });
    end();
    queryClient.setQueryData(keys.likes, likesOf([]));
    await inASecond();
    expect([world.writes, world.stored.has('["likes"]')]).toEqual([1, false]);
  });

  test('is nothing until the database is the member’s own, nor of another member on the same page', async () => {
    signIn(aUser());
    end = keepAnswersOf(ME);
    await inASecond();
    expect(named()).toEqual([]);
    world.owner.resolve();
    await inASecond();
    signIn(aUser({ id: idOf('other') }));
    await inASecond();
    expect(world.stored.get(BOOT)).toMatchObject({ data: { user: { id: ME } } });
  });

  test('is no more than sixty profiles, the latest ones', async () => {
    for (let i = 0; i < 65; i += 1) world.stored.set(profileKey(`m${i}x`), asKept(aProfile(`m${i}x`), i + 1));
    await keeping();
    expect(named().filter((name) => name.startsWith('["profile"'))).toHaveLength(60);
    expect([profileKey('m4x'), profileKey('m5x')].map((name) => world.stored.has(name))).toEqual([false, true]);
  });
});

describe('what was stored', () => {
  beforeEach(() => signIn(aUser()));

  test('is restored with its age', async () => {
    world.stored.set(OWNER, ME);
    world.stored.set('["chats"]', asKept(CHATS, 5000));
    world.stored.set(profileKey('ewa'), asKept(aProfile('ewa'), 6000));
    restoreAnswers(queryClient, ME, await readKept());
    expect(queryClient.getQueryData(keys.chats)).toEqual(CHATS);
    expect(queryClient.getQueryState(keys.chats)?.dataUpdatedAt).toBe(5000);
    expect(queryClient.getQueryData(keys.profile(idOf('ewa')))).toMatchObject({ name: 'ewa' });
  });

  test.each<[string, string, unknown]>([
    ['comes from another version', '["chats"]', { ...asKept(CHATS), schema: 0 }],
    ['has another form', '["chats"]', asKept({ chats: 'elsewhere' })],
    ['is no answer', '["chats"]', 'text'],
    ['has a name that is no key', '["chats', asKept(CHATS)],
    ['is of a query that is not stored', '["search","home"]', asKept({ profiles: [] })],
  ])('is ignored if it %s', async (_, name, storedValue) => {
    world.stored.set(OWNER, ME);
    world.stored.set(name, storedValue);
    restoreAnswers(queryClient, ME, await readKept());
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([keys.user]);
  });
});

test('blocked or full storage stores nothing and throws nothing', async () => {
  world.isBlocked = true;
  signIn(aUser());
  await keeping();
  restoreAnswers(queryClient, ME, await readKept());
  queryClient.setQueryData(keys.chats, CHATS);
  await inASecond();
  expect(named()).toEqual([]);
});
