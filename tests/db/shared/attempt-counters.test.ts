import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import {
  type AttemptCounter,
  attemptsInWindow,
  countAttempts,
  countAttemptsWithin,
  deleteAttempts,
  deleteAttemptsStartingWith,
  deletePastAttempts,
  takeAttemptsBack,
} from '#db/queries/shared/attempt-counters';
import { attempts, members, sessions } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
beforeEach(() => db.delete(attempts));

const NOW = 1050;
const counter = (key: string, traits: Partial<AttemptCounter> = {}): AttemptCounter => ({
  ...{ key, withinMs: 100, most: 2, isOfAccount: false },
  ...traits,
});
const count = (key: string, now = NOW) => countAttempts(db, [counter(key)], null, now);
const counted = async () =>
  (await db.select().from(attempts).orderBy(asc(attempts.key), asc(attempts.windowStart))).map((row) => [
    row.key,
    row.windowStart,
    row.count,
  ]);

test('attempts are counted by key and window', async () => {
  expect(await count('a')).toEqual([{ key: 'a', count: 1, endsAt: 1100 }]);
  expect([await count('a'), await count('b'), await count('a', 1100)]).toMatchObject([[{ count: 2 }], [{ count: 1 }], [{ count: 1 }]]);
  const inWindow = async (key: string, now: number) => (await attemptsInWindow(db, key, 100, now)).map((row) => row.count);
  expect([await inWindow('a', 1099), await inWindow('a', 1100), await inWindow('a', 1200), await inWindow('c', NOW)]).toEqual([
    [2],
    [1],
    [],
    [],
  ]);
});

test('a counter of an account counts for a valid session of an account that may act', async () => {
  const noor = await aMember(db);
  const [session] = await db.select().from(sessions).where(eq(sessions.memberId, noor.id));
  const credential = { memberId: noor.id, tokenHash: session?.tokenHash ?? '' };
  const both = [counter('account', { isOfAccount: true }), counter('network')];
  const keysFor = async (given: typeof credential | null, now = NOW) => (await countAttempts(db, both, given, now)).map(({ key }) => key);
  expect(await keysFor(credential)).toEqual(['account', 'network']);
  expect([await keysFor(null), await keysFor({ ...credential, tokenHash: 'forged' })]).toEqual([['network'], ['network']]);
  expect(await keysFor(credential, (session?.expiresAt ?? 0) + 1)).toEqual(['network']);
  await db.update(members).set({ status: 'banned' }).where(eq(members.id, noor.id));
  expect(await keysFor(credential)).toEqual(['network']);
});

test('a batch fails at the limit of any of its counters, each its own', async () => {
  const [one, other] = [counter('one', { most: 1 }), counter('other', { most: 3 })];
  const within = (...counters: AttemptCounter[]) => countAttemptsWithin(db, counters, NOW);
  await within(one, other);
  await expect(within(one, other)).rejects.toThrow();
  await within(other);
  await within(other);
  await expect(within(other)).rejects.toThrow();
  expect(await counted()).toEqual([
    ['one', 1000, 1],
    ['other', 1000, 3],
  ]);
});

test('an attempt is taken back in its window, never below none', async () => {
  for (const [key, now] of [
    ['a', NOW],
    ['a', 1100],
    ['b', NOW],
  ] as const)
    await count(key, now);
  for (let i = 0; i < 2; i++) await takeAttemptsBack(db, [counter('a')], NOW);
  expect(await counted()).toEqual([
    ['a', 1000, 0],
    ['a', 1100, 1],
    ['b', 1000, 1],
  ]);
});

test('counters are deleted by key, by the beginning of their key, and once their window has ended', async () => {
  for (const key of ['login', 'login:a', 'login:b', 'login9', 'logim:z', 'reset:a']) await count(key);
  const keys = async () => (await counted()).map(([key]) => key);
  await deleteAttemptsStartingWith(db, 'login');
  expect(await keys()).toEqual(['logim:z', 'login', 'login9', 'reset:a']);
  await deleteAttempts(db, ['login', 'logim:z']);
  expect(await keys()).toEqual(['login9', 'reset:a']);
  await deletePastAttempts(db, 1100);
  expect(await keys()).toEqual(['login9', 'reset:a']);
  await count('late', 1100);
  await deletePastAttempts(db, 1101);
  expect(await keys()).toEqual(['late']);
});
