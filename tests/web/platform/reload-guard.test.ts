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
  ({ reloadOnce } = await import('../../../web/platform/reload-guard.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page that loads anew by itself', () => {
  test('does so at most once in ten seconds', () => {
    const asked = Array.from({ length: 21 }, () => {
      const did = reloadOnce();
      vi.advanceTimersByTime(1000);
      return did;
    });
    expect(asked.flatMap((did, second) => (did ? [second] : []))).toEqual([0, 10, 20]);
    expect(reloads).toBe(3);
  });

  test('does so at most once in the time that it is told', () => {
    const asked = Array.from({ length: 4 }, () => {
      const did = reloadOnce(60_000);
      vi.advanceTimersByTime(30_000);
      return did;
    });
    expect(asked).toEqual([true, false, true, false]);
  });

  test('does not without a network, where it might not come back', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect([reloadOnce(), reloads]).toEqual([false, 0]);
  });

  test('does not where it could not remember that it did', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new Error('blocked');
      },
    });
    expect([reloadOnce(), reloads]).toEqual([false, 0]);
  });

  test('lets a way to another page go on that has begun, and does so afterwards where it led nowhere', () => {
    page.dispatchEvent(new Event('beforeunload'));
    vi.advanceTimersByTime(1000);
    expect([reloadOnce(), reloads]).toEqual([true, 0]);
    vi.advanceTimersByTime(10_000);
    expect(reloads).toBe(1);
  });
});
