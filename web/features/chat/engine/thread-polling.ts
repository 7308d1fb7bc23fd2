import { growingPause } from './backoff.ts';
import type { ChatPorts } from './conversation-ports.ts';

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

type Ports = Pick<ChatPorts, 'clock' | 'events' | 'random' | 'pollMs'>;

/**
 * When an open thread asks the server although nothing tells it to: at every poll while its socket is closed and it is looked at, and, ever
 * less often, after a question that nobody answered. The socket brings what comes, not what such a question has missed.
 */
export class CatchingUp {
  readonly #ports: Ports;
  readonly #ask: () => void;
  readonly #isLookedAt: () => boolean;
  #isRunning = false;
  #misses = 0;
  #cancelPoll: () => void = () => undefined;
  #cancelRetry: () => void = () => undefined;

  constructor(ports: Ports, ask: () => void, isLookedAt: () => boolean) {
    this.#ports = ports;
    this.#ask = ask;
    this.#isLookedAt = isLookedAt;
  }

  /** Begins; the returned function ends it. */
  start(): () => void {
    this.#isRunning = true;
    this.#misses = 0;
    this.#poll();
    return () => {
      this.#isRunning = false;
      this.#cancelPoll();
      this.#cancelRetry();
    };
  }

  answered(): void {
    this.#misses = 0;
    this.#cancelRetry();
  }

  /** `least`: milliseconds for which the server wants not to be asked. */
  missed(least: number): void {
    this.#cancelRetry();
    if (!this.#isRunning) return;
    this.#misses += 1;
    const { clock, random } = this.#ports;
    const pause = growingPause(this.#misses, random.fraction(), { first: FIRST_PAUSE_MS, longest: LONGEST_PAUSE_MS, least });
    this.#cancelRetry = clock.after(pause, this.#ask);
  }

  #poll(): void {
    const { clock, events, pollMs } = this.#ports;
    this.#cancelPoll = clock.after(pollMs, () => {
      if (this.#isLookedAt() && !events.isOpen()) this.#ask();
      this.#poll();
    });
  }
}
