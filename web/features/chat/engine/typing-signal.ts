import type { Clock } from './conversation-ports.ts';

/** One typing frame goes out in so many milliseconds; the other's dots stay a little longer than that. */
const SEND_EVERY_MS = 3000;
const SHOW_FOR_MS = 5000;

/** Who is typing: the other's dots, and my own signal held to its pace. */
export class TypingSignal {
  readonly #clock: Clock;
  readonly #changed: () => void;
  #isShown = false;
  #sentAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  show(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(SHOW_FOR_MS, () => this.hide());
    this.#isShown = true;
    this.#changed();
  }

  hide(): void {
    this.#cancel();
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#changed();
  }

  /** Whether my typing is due to be told; saying yes starts the next pause. */
  isDue(): boolean {
    if (this.#clock.now() - this.#sentAt < SEND_EVERY_MS) return false;
    this.#sentAt = this.#clock.now();
    return true;
  }

  /** After a sent message the next key tells again. */
  reset(): void {
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }
}
