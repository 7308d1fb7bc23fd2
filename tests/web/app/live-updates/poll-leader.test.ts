import { describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/durations';
import { Poller, type PollerPorts } from '../../../../web/app/live-updates/poll-leader.ts';
import type { SharedAnswers, TabMessage } from '../../../../web/platform/tab-channel.ts';
import { ManualClock } from '../../chat/engine/fake-ports.ts';

const NOTHING: SharedAnswers = { confirmedAt: null, user: null, chats: null, likes: null };

interface LockRequest {
  readonly onGranted: () => void;
  readonly onStolen: () => void;
}

/** The lock of one browser: the first that requests it has it, the others wait. Stealing takes it from its holder. */
function aLock() {
  let queue: LockRequest[] = [];
  const grant = () => {
    const [next] = queue;
    queueMicrotask(() => next !== undefined && next === queue[0] && next.onGranted());
  };
  return (steals: boolean, request: LockRequest): (() => void) => {
    const holder = queue[0];
    queue = steals ? [request, ...queue.slice(1)] : [...queue, request];
    if (steals) holder?.onStolen();
    if (queue[0] === request) grant();
    return () => {
      const wasHolder = queue[0] === request;
      queue = queue.filter((other) => other !== request);
      if (wasHolder) grant();
    };
  };
}

/** Tabs of one browser. Each can be shown and hidden, and can hang: it keeps its lock but does nothing any more. */
function aBrowser({ hasLocks = true } = {}) {
  const clock = new ManualClock();
  const requestLock = aLock();
  const polls: string[] = [];
  const listeners = new Map<string, (word: TabMessage) => void>();
  const aTab = (name: string) => {
    let isVisible = true;
    let hangs = false;
    let interval = MINUTE;
    const received: SharedAnswers[] = [];
    const ports: PollerPorts = {
      now: () => clock.now(),
      schedule: (ms, job) => clock.after(ms, () => hangs || job()),
      interval: () => interval,
      notBefore: () => 0,
      isVisible: () => isVisible,
      poll: async () => void polls.push(name),
      cachedAnswers: () => NOTHING,
      applyAnswers: (answers) => received.push(answers),
      tabs: {
        send: (word) => {
          for (const [other, hear] of [...listeners]) if (other !== name) hear(word);
        },
        listen: (listener) => {
          listeners.set(name, (word) => hangs || listener(word));
          return () => listeners.delete(name);
        },
      },
      requestLeadership: hasLocks ? ({ steal, gained, lost }) => requestLock(steal, { onGranted: gained, onStolen: lost }) : null,
    };
    const poller = new Poller(ports);
    const update = (act: () => void) => {
      act();
      poller.reschedule();
    };
    return {
      received,
      show: (isShown: boolean) =>
        update(() => {
          isVisible = isShown;
        }),
      pollEvery: (ms: number) =>
        update(() => {
          interval = ms;
        }),
      hang: () => {
        hangs = true;
      },
      close: () => poller.stop(),
    };
  };
  /** Lets time go by; returns the names of the tabs that polled, once for each poll. */
  const pass = async (ms: number): Promise<readonly string[]> => {
    polls.length = 0;
    await clock.advance(ms);
    return [...polls];
  };
  return { aTab, pass };
}

describe('the tabs of one browser', () => {
  test('poll once for all of them, and share the answers', async () => {
    const { aTab, pass } = aBrowser();
    const [, second, third] = [aTab('first'), aTab('second'), aTab('third')];
    expect(await pass(0)).toEqual(['first']);
    expect(await pass(10 * MINUTE)).toHaveLength(10);
    expect(second.received.length).toBeGreaterThanOrEqual(10);
    expect(third.received.length).toBeGreaterThanOrEqual(10);
  });

  test('answer a new one from what they know, as long as it is fresh', async () => {
    const { aTab, pass } = aBrowser();
    aTab('first');
    await pass(30_000);
    const late = aTab('late');
    expect(await pass(1000)).toEqual([]);
    expect(late.received).toHaveLength(1);
  });

  test('poll as often as the one whose socket is closed needs it', async () => {
    const { aTab, pass } = aBrowser();
    const [first, second] = [aTab('first'), aTab('second')];
    first.pollEvery(15 * MINUTE);
    second.pollEvery(15 * MINUTE);
    await pass(MINUTE);
    second.pollEvery(MINUTE);
    expect(await pass(10 * MINUTE)).toHaveLength(9);
  });

  test('do not poll while all are hidden, and poll at once when one is shown again', async () => {
    const { aTab, pass } = aBrowser();
    const [first, second] = [aTab('first'), aTab('second')];
    await pass(MINUTE);
    first.show(false);
    second.show(false);
    expect(await pass(60 * MINUTE)).toEqual([]);
    second.show(true);
    expect(await pass(0)).toEqual(['second']);
  });

  test('do not poll for one that is shown before the next poll is due', async () => {
    const { aTab, pass } = aBrowser();
    const first = aTab('first');
    await pass(0);
    for (let times = 0; times < 5; times += 1) {
      first.show(false);
      await pass(1000);
      first.show(true);
      expect(await pass(1000)).toEqual([]);
    }
  });

  test('poll from another tab when the polling one is hidden, closed or hangs', async () => {
    const { aTab, pass } = aBrowser();
    const [first, second, third] = [aTab('first'), aTab('second'), aTab('third')];
    await pass(0);
    first.show(false);
    expect(new Set(await pass(5 * MINUTE))).toEqual(new Set(['second']));
    second.close();
    expect(new Set(await pass(5 * MINUTE))).toEqual(new Set(['third']));
    first.show(true);
    third.hang();
    const polls = await pass(5 * MINUTE);
    expect(new Set(polls)).toEqual(new Set(['first']));
    expect(polls.length).toBeGreaterThanOrEqual(4);
  });

  test('share answers where the browser has no locks, too', async () => {
    const { aTab, pass } = aBrowser({ hasLocks: false });
    aTab('first');
    const second = aTab('second');
    await pass(0);
    expect((await pass(10 * MINUTE)).length).toBeLessThanOrEqual(20);
    expect(second.received.length).toBeGreaterThanOrEqual(10);
  });
});
