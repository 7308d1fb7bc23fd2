import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadWithRetry } from '../../../../web/app/session-effects/load-with-retry.ts';
import { stubWindow } from '../../realtime/fake-network.ts';

const fixture = vi.hoisted(() => ({ isServerThere: true, isSending: false, reloads: [] as (number | undefined)[] }));
vi.mock('../../../../web/session/user.ts', () => ({
  refetchUser: async () => {
    if (!fixture.isServerThere) throw new Error('away');
    return null;
  },
}));
vi.mock('../../../../web/api/pending-writes.ts', () => ({ isSending: () => fixture.isSending }));
vi.mock('../../../../web/platform/reload-once.ts', () => ({
  reloadOnce: (pauseMs?: number) => {
    fixture.reloads.push(pauseMs);
    return true;
  },
}));

const SECOND = 1000;
const HOUR = 3600 * SECOND;
let page: ReturnType<typeof stubWindow>;
let abortController: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  page = stubWindow();
  abortController = new AbortController();
  Object.assign(fixture, { isServerThere: true, isSending: false, reloads: [] });
});
afterEach(() => {
  abortController.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Loads code that can be loaded at the given try; returns the number of tries and the outcome. */
function loading(succeedsAt: number) {
  const progress = { tries: 0, outcome: '' };
  const load = async () => {
    progress.tries += 1;
    if (progress.tries < succeedsAt) throw new Error('Failed to fetch dynamically imported module');
    return { name: 'the code' };
  };
  const note = (outcome: string) => {
    progress.outcome = outcome;
  };
  void loadWithRetry(load, abortController.signal).then(
    ({ name }) => note(name),
    () => note('aborted'),
  );
  return progress;
}

describe('code that a page cannot do without', () => {
  test('is requested again after some seconds, or as soon as the network is back', async () => {
    const late = loading(2);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(late.outcome).toBe('the code');

    const soon = loading(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(soon.outcome).toBe('');
    page.goOnline();
    await vi.advanceTimersByTimeAsync(0);
    expect(soon.outcome).toBe('the code');
    expect(fixture.reloads).toEqual([]);
  });

  test('reloads the page if it fails although the server answers, at most once an hour', async () => {
    loading(Number.POSITIVE_INFINITY);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(fixture.reloads).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(fixture.reloads).toEqual([HOUR]);
  });

  test('does not reload the page while the server is unreachable or something is being sent', async () => {
    const { tries } = loading(Number.POSITIVE_INFINITY);
    expect(tries).toBe(1);
    fixture.isServerThere = false;
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    Object.assign(fixture, { isServerThere: true, isSending: true });
    await vi.advanceTimersByTimeAsync(120 * SECOND);
    expect(fixture.reloads).toEqual([]);
    fixture.isSending = false;
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(fixture.reloads).toEqual([HOUR]);
  });

  test('is requested ever less often, and no more once its signal is aborted', async () => {
    const progress = loading(Number.POSITIVE_INFINITY);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(progress.tries).toBeGreaterThan(50);
    expect(progress.tries).toBeLessThan(70);
    abortController.abort();
    await vi.advanceTimersByTimeAsync(0);
    const { tries } = progress;
    await vi.advanceTimersByTimeAsync(HOUR);
    expect([progress.tries, progress.outcome]).toEqual([tries, 'aborted']);
  });
});
