import { backoffMs } from './backoff.ts';
import type { ChatPorts } from './conversation-ports.ts';

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

type Ports = Pick<ChatPorts, 'clock' | 'events' | 'random' | 'pollMs'>;

/**
 * Decides when an open thread asks the server without an event: at every poll while the socket is closed and the thread is visible, and after
 * a failed request, with growing pauses. An open socket brings new events, but not what a failed request did not load.
 */
export class ThreadPolling {
  readonly #ports: Ports;
  readonly #refresh: () => void;
  readonly #isVisible: () => boolean;
  #isRunning = false;
  #failures = 0;
  #cancelPoll: () => void = () => undefined;
  #cancelRetry: () => void = () => undefined;

  constructor(ports: Ports, ask: () => void, isLookedAt: () => boolean) {
    this.#ports = ports;
    this.#refresh = ask;
    this.#isVisible = isLookedAt;
  }

  /** Starts the polling; the returned function ends it. */
  start(): () => void {
    this.#isRunning = true;
    this.#failures = 0;
    this.#poll();
    return () => {
      this.#isRunning = false;
      this.#cancelPoll();
      this.#cancelRetry();
    };
  }

  /** To be called when a request was answered: no retry is needed. */
  requestSucceeded(): void {
    this.#failures = 0;
    this.#cancelRetry();
  }

  /** To be called when a request failed: plans a retry, at least `retryAfter` milliseconds later. */
  requestFailed(retryAfter: number): void {
    this.#cancelRetry();
    if (!this.#isRunning) return;
    this.#failures += 1;
    const { clock, random } = this.#ports;
    const pause = backoffMs(this.#failures, random.fraction(), { firstMs: FIRST_PAUSE_MS, maxMs: LONGEST_PAUSE_MS, minMs: retryAfter });
    this.#cancelRetry = clock.after(pause, this.#refresh);
  }

  #poll(): void {
    const { clock, events, pollMs } = this.#ports;
    this.#cancelPoll = clock.after(pollMs, () => {
      if (this.#isVisible() && !events.isOpen()) this.#refresh();
      this.#poll();
    });
  }
}
