import type { Clock } from './conversation-ports.ts';
import { isFinal } from './send-failure.ts';

const RETRY_MS = 5000;

/** The seq up to which the member has read. It only moves forward; one request at a time sends its newest value to the server. */
export class ReadMark {
  readonly #send: (position: number) => Promise<void>;
  readonly #clock: Clock;
  #confirmed = 0;
  #wanted = 0;
  #isBusy = false;

  constructor(put: (to: number) => Promise<void>, clock: Clock) {
    this.#send = put;
    this.#clock = clock;
  }

  /** The seq of the mark, whether sent or still to be sent. */
  get to(): number {
    return Math.max(this.#confirmed, this.#wanted);
  }

  /** Takes over the mark that the server has, moved from here or from another device. */
  confirm(to: number): void {
    this.#confirmed = Math.max(this.#confirmed, to);
  }

  /** Moves the mark forward and sends it. A failed send is repeated after RETRY_MS, unless repeating is of no use. */
  advance(to: number): void {
    this.#wanted = Math.max(this.#wanted, to);
    void this.#push();
  }

  async #push(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    let hasFailed = false;
    while (this.#wanted > this.#confirmed && !hasFailed) {
      const to = this.#wanted;
      await this.#send(to).then(
        () => this.confirm(to),
        (error: unknown) => {
          hasFailed = true;
          if (isFinal(error)) this.#wanted = 0;
        },
      );
    }
    if (hasFailed) await new Promise<void>((resolve) => this.#clock.after(RETRY_MS, resolve));
    this.#isBusy = false;
    if (hasFailed) void this.#push();
  }
}
