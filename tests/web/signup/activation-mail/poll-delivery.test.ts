import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Delivery,
  LAST_TICK,
  pollDelivery,
  sentenceIndexAt,
  TICK_MS,
} from '../../../../web/features/signup/activation-mail/poll-delivery.ts';

describe('waiting for the activation mail', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks every 900 ms until the mail has left', async () => {
    const answers = [false, false, true];
    const ask = vi.fn(() => Promise.resolve(answers.shift() ?? false));
    const shown: Delivery[] = [];
    pollDelivery(ask, (delivery) => shown.push(delivery));
    await vi.advanceTimersByTimeAsync(TICK_MS * 10);
    expect(shown).toEqual([{ state: 'sending', tick: 1 }, { state: 'sending', tick: 2 }, { state: 'delivered' }]);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('gives up after twenty checks, failed ones included', async () => {
    const ask = vi.fn(() => Promise.reject(new Error('away')));
    const shown: Delivery[] = [];
    pollDelivery(ask, (delivery) => shown.push(delivery));
    await vi.advanceTimersByTimeAsync(TICK_MS * 60);
    expect(ask).toHaveBeenCalledTimes(LAST_TICK);
    expect(shown.at(-1)).toEqual({ state: 'late' });
  });

  it('stops when it is told to, even with an answer under way', async () => {
    let reply: (isDelivered: boolean) => void = () => undefined;
    const ask = vi.fn(() => new Promise<boolean>((resolve) => (reply = resolve)));
    const show = vi.fn();
    const stop = pollDelivery(ask, show);
    await vi.advanceTimersByTimeAsync(TICK_MS);
    stop();
    reply(true);
    await vi.advanceTimersByTimeAsync(TICK_MS * 5);
    expect(show).not.toHaveBeenCalled();
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

it('shows another text at the fourth, seventh and tenth check', () => {
  const texts = Array.from({ length: LAST_TICK + 1 }, (_, tick) => sentenceIndexAt(tick));
  expect(texts).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, ...Array.from({ length: 11 }, () => 3)]);
});
