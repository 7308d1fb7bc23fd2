import type { Clock } from './conversation-ports.ts';

/** At most one typing frame is sent in SEND_EVERY_MS. The sign of the other stays longer, so that it does not flicker between two frames. */
const SEND_EVERY_MS = 3000;
const SHOW_FOR_MS = 5000;

/** Whether the other is shown as typing, and when the member's own typing signal is due (docs/product.md, "Typing signal"). */
export class TypingSignal {
  readonly #clock: Clock;
  readonly #changed: () => void;
  #isOtherTyping = false;
  #sentAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get isOtherTyping(): boolean {
    return this.#isOtherTyping;
  }

  show(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(SHOW_FOR_MS, () => this.hide());
    this.#isOtherTyping = true;
    this.#changed();
  }

  hide(): void {
    this.#cancel();
    if (!this.#isOtherTyping) return;
    this.#isOtherTyping = false;
    this.#changed();
  }

  /** Whether a typing frame may be sent now. Returning true starts the next pause, so the caller must send it. */
  consumeIfDue(): boolean {
    if (this.#clock.now() - this.#sentAt < SEND_EVERY_MS) return false;
    this.#sentAt = this.#clock.now();
    return true;
  }

  /** Ends the pause, because after a sent message the next key is signaled at once. */
  reset(): void {
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }
}
