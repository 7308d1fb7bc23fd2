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

  missed(): void {
    this.#cancelRetry();
    if (!this.#isRunning) return;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#misses);
    this.#misses += 1;
    this.#cancelRetry = this.#ports.clock.after(longest * (0.5 + this.#ports.random.fraction() / 2), this.#ask);
  }

  #poll(): void {
    const { clock, events, pollMs } = this.#ports;
    this.#cancelPoll = clock.after(pollMs, () => {
      if (this.#isLookedAt() && !events.isOpen()) this.#ask();
      this.#poll();
    });
  }
}
