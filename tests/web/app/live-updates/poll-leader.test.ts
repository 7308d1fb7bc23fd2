import { describe, expect, test } from 'vitest';
import { Poller, type PollerPorts } from '../../../../web/app/live-updates/poll-leader.ts';
import type { Answers, Word } from '../../../../web/platform/tab-channel.ts';
import { ManualClock } from '../../chat/engine/fake-ports.ts';

const MINUTE = 60_000;
const NOTHING: Answers = { user: null, chats: null, likes: null };

interface Wish {
  readonly gained: () => void;
  readonly lost: () => void;
}

/** The lock of one browser: the first that wants it has it, the others wait; who steals it takes it from its holder. */
function aLock() {
  let queue: Wish[] = [];
  const give = () => {
    const [next] = queue;
    queueMicrotask(() => next !== undefined && next === queue[0] && next.gained());
  };
  return (steals: boolean, wish: Wish): (() => void) => {
    const holder = queue[0];
    queue = steals ? [wish, ...queue.slice(1)] : [...queue, wish];
    if (steals) holder?.lost();
    if (queue[0] === wish) give();
    return () => {
      const wasHolder = queue[0] === wish;
      queue = queue.filter((other) => other !== wish);
      if (wasHolder) give();
    };
  };
}

/** Tabs of one browser. Each can be shown and hidden, and can hang: it holds what it has and does nothing any more. */
function aBrowser({ hasLocks = true } = {}) {
  const clock = new ManualClock();
  const want = aLock();
  const asked: string[] = [];
  const listeners = new Map<string, (word: Word) => void>();
  const aTab = (name: string) => {
    let isVisible = true;
    let hangs = false;
    let interval = MINUTE;
    const taken: Answers[] = [];
    const ports: PollerPorts = {
      now: () => clock.now(),
      after: (ms, job) => clock.after(ms, () => hangs || job()),
      interval: () => interval,
      notBefore: () => 0,
      isVisible: () => isVisible,
      ask: async () => void asked.push(name),
      answers: () => NOTHING,
      take: (answers) => taken.push(answers),
      tabs: {
        say: (word) => {
          for (const [other, hear] of [...listeners]) if (other !== name) hear(word);
        },
        hear: (listener) => {
          listeners.set(name, (word) => hangs || listener(word));
          return () => listeners.delete(name);
        },
      },
      lead: hasLocks ? ({ steal, ...wish }) => want(steal, wish) : null,
    };
    const poller = new Poller(ports);
    const change = (act: () => void) => {
      act();
      poller.look();
    };
    return {
      taken,
      show: (isShown: boolean) =>
        change(() => {
          isVisible = isShown;
        }),
      pollEvery: (ms: number) =>
        change(() => {
          interval = ms;
        }),
      hang: () => {
        hangs = true;
      },
      close: () => poller.stop(),
    };
  };
  const pass = async (ms: number): Promise<readonly string[]> => {
    asked.length = 0;
    await clock.advance(ms);
    return [...asked];
  };
  return { aTab, pass };
}

describe('the tabs of one browser', () => {
  test('ask once for all of them, and the others hear the answers', async () => {
    const { aTab, pass } = aBrowser();
    const [, second, third] = [aTab('first'), aTab('second'), aTab('third')];
    expect(await pass(0)).toEqual(['first']);
    expect(await pass(10 * MINUTE)).toHaveLength(10);
    expect(second.taken.length).toBeGreaterThanOrEqual(10);
    expect(third.taken.length).toBeGreaterThanOrEqual(10);
  });

  test('answer a new one out of what they know, as long as it is fresh', async () => {
    const { aTab, pass } = aBrowser();
    aTab('first');
    await pass(30_000);
    const late = aTab('late');
    expect(await pass(1000)).toEqual([]);
    expect(late.taken).toHaveLength(1);
  });

  test('ask sooner for the one whose socket is closed', async () => {
    const { aTab, pass } = aBrowser();
    const [first, second] = [aTab('first'), aTab('second')];
    first.pollEvery(15 * MINUTE);
    second.pollEvery(15 * MINUTE);
    await pass(MINUTE);
    second.pollEvery(MINUTE);
    expect(await pass(10 * MINUTE)).toHaveLength(9);
  });

  test('rest when none can be seen, and ask at once when one is looked at again', async () => {
    const { aTab, pass } = aBrowser();
    const [first, second] = [aTab('first'), aTab('second')];
    await pass(MINUTE);
    first.show(false);
    second.show(false);
    expect(await pass(60 * MINUTE)).toEqual([]);
    second.show(true);
    expect(await pass(0)).toEqual(['second']);
  });

  test('ask nothing for a look that comes before the next is due', async () => {
    const { aTab, pass } = aBrowser();
    const first = aTab('first');
    await pass(0);
    for (let look = 0; look < 5; look += 1) {
      first.show(false);
      await pass(1000);
      first.show(true);
      expect(await pass(1000)).toEqual([]);
    }
  });

  test('go on in another tab when the one that asks is hidden, closed or hangs', async () => {
    const { aTab, pass } = aBrowser();
    const [first, second, third] = [aTab('first'), aTab('second'), aTab('third')];
    await pass(0);
    first.show(false);
    expect(new Set(await pass(5 * MINUTE))).toEqual(new Set(['second']));
    second.close();
    expect(new Set(await pass(5 * MINUTE))).toEqual(new Set(['third']));
    first.show(true);
    third.hang();
    const asked = await pass(5 * MINUTE);
    expect(new Set(asked)).toEqual(new Set(['first']));
    expect(asked.length).toBeGreaterThanOrEqual(4);
  });

  test('hear each other where the browser has no locks, too', async () => {
    const { aTab, pass } = aBrowser({ hasLocks: false });
    aTab('first');
    const second = aTab('second');
    await pass(0);
    expect((await pass(10 * MINUTE)).length).toBeLessThanOrEqual(20);
    expect(second.taken.length).toBeGreaterThanOrEqual(10);
  });
});
