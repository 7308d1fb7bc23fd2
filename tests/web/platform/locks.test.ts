import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LockTurn, withLock } from '../../../web/platform/locks.ts';

const LIMIT_MS = 300;
const never = () => new Promise<never>(() => undefined);
const stubLocks = (locks: object) => vi.stubGlobal('navigator', { locks });
const grant = async (_: string, __: object, hold: () => Promise<void>) => hold();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The turn that the job was given if it has begun within `ms`; null while it waits. */
async function turnAfter(ms: number): Promise<LockTurn | null> {
  let turn: LockTurn | null = null;
  void withLock('queue', async (given) => {
    turn = given;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return turn;
}

/** Whether another tab holds the lock, if the job is told within `ms`; null if it is not. */
async function isHeldElsewhere(turn: LockTurn | null, ms: number): Promise<boolean | null> {
  let answer: boolean | null = null;
  turn?.isHeldElsewhere().then((given) => {
    answer = given;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return answer;
}

test('a job runs while it holds its lock, which is released at its end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const released = vi.fn();
  stubLocks({ request: (...asked: Parameters<typeof grant>) => grant(...asked).then(released) });
  const result = withLock('queue', async ({ hasLock }) => {
    await promise;
    return hasLock;
  });
  await vi.advanceTimersByTimeAsync(LIMIT_MS * 10);
  expect(released).not.toHaveBeenCalled();
  resolve();
  expect(await result).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(released).toHaveBeenCalledOnce();
});

test('a job waits no longer than the limit for a lock that another tab holds, and learns that it runs without it', async () => {
  stubLocks({ request: never, query: async () => ({ held: [{ name: 'queue' }] }) });
  expect(await turnAfter(LIMIT_MS - 1)).toBeNull();
  const turn = await turnAfter(LIMIT_MS);
  expect(turn?.hasLock).toBe(false);
  expect(await isHeldElsewhere(turn, 0)).toBe(true);
});

test('a busy browser may take two seconds to say who holds the lock', async () => {
  const query = () => new Promise((resolve) => setTimeout(resolve, 2000, { held: [{ name: 'queue' }] }));
  stubLocks({ request: never, query });
  const turn = await turnAfter(LIMIT_MS);
  expect(await isHeldElsewhere(turn, 1999)).toBeNull();
  expect(await isHeldElsewhere(turn, 2000)).toBe(true);
});

test.each([
  ['that are never granted', { request: never, query: async () => ({ held: [] }) }],
  ['whose requests and queries are never answered', { request: never, query: never }],
  [
    'that are refused',
    {
      request: () => {
        throw new DOMException('no', 'SecurityError');
      },
      query: async () => ({}),
    },
  ],
])('a job runs despite locks %s', async (_, locks) => {
  stubLocks(locks);
  const turn = await turnAfter(LIMIT_MS);
  expect(turn?.hasLock).toBe(false);
  expect(await isHeldElsewhere(turn, 5000)).toBe(false);
});

test('a lock granted after the limit is released at once, and the job runs once', async () => {
  let hold: (() => Promise<void>) | undefined;
  stubLocks({
    request: (_: string, __: object, act: () => Promise<void>) => {
      hold = act;
      return never();
    },
    query: async () => ({}),
  });
  const job = vi.fn(async () => undefined);
  await Promise.all([withLock('queue', job), vi.advanceTimersByTimeAsync(LIMIT_MS)]);
  await hold?.();
  expect(job).toHaveBeenCalledOnce();
});

test('an error of the job is passed on', async () => {
  stubLocks({ request: grant });
  await expect(withLock('queue', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
