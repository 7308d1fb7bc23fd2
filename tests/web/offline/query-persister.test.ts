import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY } from '#contract/durations';
import { queryClient } from '../../../web/api/query-client.ts';
import { queryKeys } from '../../../web/api/query-keys.ts';
import { persistAnswersOf } from '../../../web/app/session-effects/persist-answers.ts';
import { readStoredEntries, restoreAnswers } from '../../../web/offline/query-persister.ts';
import { BOOT_KEY, CONFIRMED_KEY, OWNER_KEY, type StoredAnswer, toStoredAnswer } from '../../../web/offline/stored-answers.ts';
import { startSession } from '../../../web/session/user.ts';
import { aChat, aProfile, aUser, idOf, likesOf, ME } from '../fixtures.ts';
import { stubWindow } from '../realtime/fake-network.ts';

const fixture = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  writes: 0,
  isBlocked: false,
  owner: Promise.withResolvers<void>(),
}));
vi.mock('../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown', settings: { name: 'Vonk' }, build: 'this' } }));
vi.mock('../../../web/offline/purge-member-storage.ts', () => ({ purgeOtherMembers: () => fixture.owner.promise }));
vi.mock('../../../web/offline/key-value.ts', () => ({
  entries: async () => {
    if (fixture.isBlocked) throw new DOMException('blocked', 'SecurityError');
    return [...fixture.stored];
  },
}));
vi.mock(import('../../../web/offline/answer-store.ts'), async (actual) => ({
  ...(await actual()),
  storeAnswers: async (_: string, changes: Iterable<readonly [string, StoredAnswer | null]>) => {
    if (fixture.isBlocked) throw new DOMException('full', 'QuotaExceededError');
    fixture.writes += 1;
    for (const [name, answer] of changes) answer ? fixture.stored.set(name, answer) : fixture.stored.delete(name);
  },
}));

const CHATS = { chats: [aChat('chat', 3)], total: 1, next: null };
const profileKey = (name: string) => JSON.stringify(queryKeys.profile(idOf(name)));
const storedNames = () => [...fixture.stored.keys()].toSorted();
const inASecond = () => vi.advanceTimersByTimeAsync(1000);
let page: ReturnType<typeof stubWindow>;
let end: () => void = () => undefined;

async function startPersisting(): Promise<void> {
  end = persistAnswersOf(ME);
  fixture.owner.resolve();
  await inASecond();
}

beforeEach(() => {
  vi.useFakeTimers();
  page = stubWindow();
  Object.assign(fixture, { writes: 0, isBlocked: false, owner: Promise.withResolvers<void>() });
  fixture.stored.clear();
});
afterEach(() => {
  end();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what this browser stores', () => {
  test('is the member, their chats, likes, notifications, search and the profiles they opened, and nothing else', async () => {
    startSession(aUser());
    queryClient.setQueryData(queryKeys.chats, CHATS);
    queryClient.setQueryData(queryKeys.search('home'), { profiles: [aProfile('ewa')] });
    queryClient.setQueryData(queryKeys.conversation('chat'), { messages: [] });
    queryClient.setQueryData(queryKeys.ledger, { entries: [] });
    queryClient.setQueryData(['profile', idOf('ewa'), 'similar'], { profiles: [] });
    await startPersisting();
    queryClient.setQueryData(queryKeys.profile(idOf('ewa')), aProfile('ewa'));
    queryClient.setQueryData(queryKeys.likes, likesOf([]));
    queryClient.setQueryData(queryKeys.likesOf('matches'), { pages: [likesOf([])], pageParams: [null] });
    queryClient.setQueryData(queryKeys.notifications, { pages: [], pageParams: [] });
    queryClient.setQueryData(queryKeys.search(null), { pages: [], pageParams: [] });
    await inASecond();
    const lists = [queryKeys.chats, queryKeys.likes, queryKeys.likesOf('matches'), queryKeys.notifications, queryKeys.search(null)];
    expect(storedNames()).toEqual([BOOT_KEY, CONFIRMED_KEY, profileKey('ewa'), ...lists.map((key) => JSON.stringify(key))].toSorted());
    expect(fixture.stored.get(BOOT_KEY)).toMatchObject({ data: { user: { id: ME }, settings: { name: 'Vonk' }, build: 'this' } });
  });

  test('is written at most once a second, at once when the page is hidden, and no more after the end', async () => {
    startSession(aUser());
    await startPersisting();
    fixture.writes = 0;
    for (let seq = 1; seq <= 5; seq += 1) queryClient.setQueryData(queryKeys.chats, { ...CHATS, chats: [aChat('chat', seq)] });
    await vi.advanceTimersByTimeAsync(900);
    expect(fixture.writes).toBe(0);
    page.show('hidden');
    expect(fixture.writes).toBe(1);
    expect(fixture.stored.get('["chats"]')).toMatchObject({ data: { chats: [{ conversation: { last_message: { seq: 5 } } }] } });
    end();
    queryClient.setQueryData(queryKeys.likes, likesOf([]));
    await inASecond();
    expect([fixture.writes, fixture.stored.has('["likes"]')]).toEqual([1, false]);
  });

  test('is nothing until the database is the member’s own, nor of another member on the same page', async () => {
    startSession(aUser());
    end = persistAnswersOf(ME);
    await inASecond();
    expect(storedNames()).toEqual([]);
    fixture.owner.resolve();
    await inASecond();
    startSession(aUser({ id: idOf('other') }));
    await inASecond();
    expect(fixture.stored.get(BOOT_KEY)).toMatchObject({ data: { user: { id: ME } } });
  });

  test('is no more than sixty profiles, the latest ones', async () => {
    for (let i = 0; i < 65; i += 1) fixture.stored.set(profileKey(`m${i}x`), toStoredAnswer(aProfile(`m${i}x`), i + 1));
    await startPersisting();
    expect(storedNames().filter((name) => name.startsWith('["profile"'))).toHaveLength(60);
    expect([profileKey('m4x'), profileKey('m5x')].map((name) => fixture.stored.has(name))).toEqual([false, true]);
  });
});

describe('what was stored', () => {
  beforeEach(() => startSession(aUser()));

  test('is restored with its age', async () => {
    fixture.stored.set(OWNER_KEY, ME);
    fixture.stored.set(CONFIRMED_KEY, toStoredAnswer(true));
    fixture.stored.set('["chats"]', toStoredAnswer(CHATS, 5000));
    fixture.stored.set(profileKey('ewa'), toStoredAnswer(aProfile('ewa'), 6000));
    restoreAnswers(queryClient, ME, await readStoredEntries());
    expect(queryClient.getQueryData(queryKeys.chats)).toEqual(CHATS);
    expect(queryClient.getQueryState(queryKeys.chats)?.dataUpdatedAt).toBe(5000);
    expect(queryClient.getQueryData(queryKeys.profile(idOf('ewa')))).toMatchObject({ name: 'ewa' });
  });

  test.each([
    ['a moment ago', 0, true],
    ['almost a day ago', DAY - 1000, true],
    ['a day ago', DAY, false],
    ['tomorrow, because the clock was put back', -DAY, false],
  ])('is shown if the server confirmed the session %s: %#', async (_, agoMs, isShown) => {
    fixture.stored.set(OWNER_KEY, ME);
    fixture.stored.set(CONFIRMED_KEY, toStoredAnswer(true, Date.now() - agoMs));
    fixture.stored.set('["chats"]', toStoredAnswer(CHATS));
    expect((await readStoredEntries()).size > 0).toBe(isShown);
  });

  test('is not shown if nothing says when the session was confirmed', async () => {
    fixture.stored.set(OWNER_KEY, ME);
    fixture.stored.set('["chats"]', toStoredAnswer(CHATS));
    expect((await readStoredEntries()).size).toBe(0);
  });

  test.each<[string, string, unknown]>([
    ['comes from another version', '["chats"]', { ...toStoredAnswer(CHATS), schema: 0 }],
    ['has another form', '["chats"]', toStoredAnswer({ chats: 'elsewhere' })],
    ['is no answer', '["chats"]', 'text'],
    ['has a name that is no key', '["chats', toStoredAnswer(CHATS)],
    ['is of a query that is not stored', '["search","home"]', toStoredAnswer({ profiles: [] })],
  ])('is ignored if it %s', async (_, name, storedValue) => {
    fixture.stored.set(OWNER_KEY, ME);
    fixture.stored.set(CONFIRMED_KEY, toStoredAnswer(true));
    fixture.stored.set(name, storedValue);
    restoreAnswers(queryClient, ME, await readStoredEntries());
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([queryKeys.user]);
  });
});

test('blocked or full storage stores nothing and throws nothing', async () => {
  fixture.isBlocked = true;
  startSession(aUser());
  await startPersisting();
  restoreAnswers(queryClient, ME, await readStoredEntries());
  queryClient.setQueryData(queryKeys.chats, CHATS);
  await inASecond();
  expect(storedNames()).toEqual([]);
});
