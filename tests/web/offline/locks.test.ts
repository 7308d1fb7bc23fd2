import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLock } from '../../../web/offline/locks.ts';

const LIMIT_MS = 300;
const never = () => new Promise<never>(() => undefined);
const stubLocks = (locks: object) => vi.stubGlobal('navigator', { locks });
const grant = async (_: string, __: object, hold: () => Promise<void>) => hold();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the job was told, as soon as it began; null while it waits. */
async function toldAfter(ms: number): Promise<boolean | null> {
  let told: boolean | null = null;
  void withLock('outbox', async (isHeldElsewhere) => {
    told = isHeldElsewhere;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return told;
}

test('a job runs in its lock, and lets it go at its end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const released = vi.fn();
  stubLocks({ request: (...asked: Parameters<typeof grant>) => grant(...asked).then(released) });
  const result = withLock('outbox', async (isHeldElsewhere) => {
    await promise;
    return isHeldElsewhere;
  });
  await vi.advanceTimersByTimeAsync(LIMIT_MS * 10);
  expect(released).not.toHaveBeenCalled();
  resolve();
  expect(await result).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(released).toHaveBeenCalledOnce();
});

test('a lock that another tab holds is not waited for longer than the limit, and the job is told', async () => {
  stubLocks({ request: never, query: async () => ({ held: [{ name: 'outbox' }] }) });
  expect(await toldAfter(LIMIT_MS - 1)).toBeNull();
  expect(await toldAfter(LIMIT_MS)).toBe(true);
});

test.each([
  ['that never come', { request: never, query: async () => ({ held: [] }) }],
  ['that say nothing at all', { request: never, query: never }],
  [
    'that are refused',
    {
      request: () => {
        throw new DOMException('no', 'SecurityError');
      },
      query: async () => ({}),
    },
  ],
])('locks %s stop no job', async (_, locks) => {
  stubLocks(locks);
  expect(await toldAfter(2 * LIMIT_MS)).toBe(false);
});

test('a lock that comes too late is let go at once, and the job runs once', async () => {
  let hold: (() => Promise<void>) | undefined;
  stubLocks({
    request: (_: string, __: object, act: () => Promise<void>) => {
      hold = act;
      return never();
    },
    query: async () => ({}),
  });
  const job = vi.fn(async () => undefined);
  await Promise.all([withLock('outbox', job), vi.advanceTimersByTimeAsync(LIMIT_MS)]);
  await hold?.();
  expect(job).toHaveBeenCalledOnce();
});

test('what the job throws is thrown', async () => {
  stubLocks({ request: grant });
  await expect(withLock('outbox', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
