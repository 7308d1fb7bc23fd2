import type { Clock } from './conversation-ports.ts';

interface BackoffLimits {
  /** Milliseconds after the first failure. */
  readonly firstMs: number;
  /** The longest pause in milliseconds. */
  readonly maxMs: number;
  /** The shortest pause in milliseconds, as the server has asked for by `Retry-After`. */
  readonly minMs?: number;
}

/**
 * Milliseconds to wait after `failures` failures in a row: exponential backoff with jitter. `fraction` (0 to 1) places the pause in the upper
 * half of its range, so that pages do not all retry at the same moment.
 */
export function backoffMs(failures: number, fraction: number, { firstMs, maxMs, minMs = 0 }: BackoffLimits): number {
  return Math.max(minMs, Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.5 + fraction / 2));
}

/** A pause between two tries that can be ended early. */
export class Pause {
  readonly #clock: Clock;
  #end: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves after `ms` milliseconds, or when `end` is called. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, resolve);
      this.#end = () => {
        cancel();
        resolve();
      };
    });
  }

  end(): void {
    this.#end();
  }
}
