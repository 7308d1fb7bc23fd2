import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
let reloads = 0;
let page: EventTarget;
let reloadOnce: (pauseMs?: number) => boolean;
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
};

beforeEach(async () => {
  vi.useFakeTimers();
  stored.clear();
  reloads = 0;
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', {
    reload: () => {
      reloads += 1;
    },
  });
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.resetModules();
  ({ reloadOnce } = await import('../../../web/platform/reload-once.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a reload by the page itself', () => {
  test('happens at most once in ten seconds', () => {
    const results = Array.from({ length: 21 }, () => {
      const hasReloaded = reloadOnce();
      vi.advanceTimersByTime(1000);
      return hasReloaded;
    });
    expect(results.flatMap((hasReloaded, second) => (hasReloaded ? [second] : []))).toEqual([0, 10, 20]);
    expect(reloads).toBe(3);
  });

  test('happens at most once in the given pause', () => {
    const results = Array.from({ length: 4 }, () => {
      const hasReloaded = reloadOnce(60_000);
      vi.advanceTimersByTime(30_000);
      return hasReloaded;
    });
    expect(results).toEqual([true, false, true, false]);
  });

  test('does not happen without a network, where the page might not load', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect([reloadOnce(), reloads]).toEqual([false, 0]);
  });

  test('does not happen where storage is blocked, because it could not be recorded', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new Error('blocked');
      },
    });
    expect([reloadOnce(), reloads]).toEqual([false, 0]);
  });

  test('waits for a navigation that has begun, and happens afterwards if the page is still there', () => {
    page.dispatchEvent(new Event('beforeunload'));
    vi.advanceTimersByTime(1000);
    expect([reloadOnce(), reloads]).toEqual([true, 0]);
    vi.advanceTimersByTime(10_000);
    expect(reloads).toBe(1);
  });
});
