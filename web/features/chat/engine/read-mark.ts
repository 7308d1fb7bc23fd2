import type { Clock } from './conversation-ports.ts';
import { isOver } from './send-failure.ts';

const RETRY_MS = 5000;

/** How far I have read. It only moves forward, and the server hears of its newest place. */
export class ReadMark {
  readonly #put: (to: number) => Promise<void>;
  readonly #clock: Clock;
  #confirmed = 0;
  #wanted = 0;
  #isBusy = false;

  constructor(put: (to: number) => Promise<void>, clock: Clock) {
    this.#put = put;
    this.#clock = clock;
  }

  /** The place, sent or about to be. */
  get to(): number {
    return Math.max(this.#confirmed, this.#wanted);
  }

  /** The server says how far it is, moved from here or from another device. */
  confirm(to: number): void {
    this.#confirmed = Math.max(this.#confirmed, to);
  }

  reach(to: number): void {
    this.#wanted = Math.max(this.#wanted, to);
    void this.#push();
  }

  async #push(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    let hasFailed = false;
    while (this.#wanted > this.#confirmed && !hasFailed) {
      const to = this.#wanted;
      await this.#put(to).then(
        () => this.confirm(to),
        (error: unknown) => {
          hasFailed = true;
          if (isOver(error)) this.#wanted = 0;
        },
      );
    }
    if (hasFailed) await new Promise<void>((resolve) => this.#clock.after(RETRY_MS, resolve));
    this.#isBusy = false;
    if (hasFailed) void this.#push();
  }
}
