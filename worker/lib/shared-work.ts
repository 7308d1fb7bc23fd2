/** How long (ms) somebody does the work of others as well, before it is left to the next one who comes. */
const MOST_MS = 5_000;
/** When (ms) somebody who has begun counts as gone: the runtime may end a request without another line of its code being run. */
const GONE_MS = 10_000;

/**
 * Coalesces work of many requests, one of which does it for all: while it is at it, the others only leave what is to be done, and it does
 * that in one go when it is through. Nobody waits for another one. It holds nothing of any request but the items.
 */
export class SharedWork<Item> {
  #waiting: Item[] = [];
  /** Names who is at it, so that one who was thought to be gone does not end the turn of the next. */
  #turn = 0;
  #goneAt = 0;

  /**
   * Does `work` for these items and for all that others leave meanwhile; returns at once if somebody else is at it. Throws what `work` throws:
   * the items it was called with are lost then, what was left meanwhile waits for the next one who comes.
   */
  async add(items: readonly Item[], work: (items: readonly Item[]) => Promise<void>): Promise<void> {
    this.#waiting.push(...items);
    const start = Date.now();
    if (start < this.#goneAt) return;
    this.#turn += 1;
    const turn = this.#turn;
    const isMine = () => turn === this.#turn;
    try {
      while (this.#waiting.length > 0 && isMine() && Date.now() - start < MOST_MS) {
        this.#goneAt = Date.now() + GONE_MS;
        await work(this.#waiting.splice(0));
      }
    } finally {
      if (isMine()) this.#goneAt = 0;
    }
  }
}
