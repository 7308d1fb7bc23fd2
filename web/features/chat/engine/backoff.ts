import type { Clock } from './conversation-ports.ts';

interface Limits {
  readonly first: number;
  readonly longest: number;
  /** What the server has asked for. */
  readonly least?: number;
}

/** Milliseconds before the next try after so many failures: doubled with each, anywhere in the upper half by `fraction`, so that pages do not ask together. */
export function growingPause(failures: number, fraction: number, { first, longest, least = 0 }: Limits): number {
  return Math.max(least, Math.min(longest, first * 2 ** (failures - 1)) * (0.5 + fraction / 2));
}

/** A pause between two tries, which may end early. */
export class Pause {
  readonly #clock: Clock;
  #end: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves after so many milliseconds, or at `end`. */
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
