import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reloadOnce } from '../../../web/session/reload-guard.ts';

const stored = new Map<string, string>();
let reloads = 0;
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
};

beforeEach(() => {
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
});
