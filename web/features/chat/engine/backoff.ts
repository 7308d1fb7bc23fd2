import type { Clock } from './conversation-ports.ts';

interface Limits {
  /** Milliseconds after the first failure. */
  readonly first: number;
  /** The longest pause in milliseconds. */
  readonly longest: number;
  /** The shortest pause in milliseconds, as the server has asked for by `Retry-After`. */
  readonly least?: number;
}

/**
 * Milliseconds to wait after `failures` failures in a row: exponential backoff with jitter. `fraction` (0 to 1) places the pause in the upper
 * half of its range, so that pages do not all retry at the same moment.
 */
export function growingPause(failures: number, fraction: number, { first, longest, least = 0 }: Limits): number {
  return Math.max(least, Math.min(longest, first * 2 ** (failures - 1)) * (0.5 + fraction / 2));
}

/** A pause between two tries that can be ended early. */
export class Pause {
  readonly #clock: Clock;
  #end: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves after `ms` milliseconds, or when `end` is called. */
  take(ms: number): Promise<void> {
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
