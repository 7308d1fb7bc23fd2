const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Pseudo-random numbers (mulberry32): the same seed always gives the same sequence. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One item; throws if the list is empty. */
  pick<T>(from: readonly T[]): T {
    const item = from[Math.floor(this.next() * from.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One item, drawn in proportion to its weight, which is 1 where none is given. */
  pickWeighted<T extends { readonly weight?: number }>(from: readonly T[]): T {
    let remaining = this.next() * from.reduce((sum, item) => sum + (item.weight ?? 1), 0);
    for (const item of from) {
      remaining -= item.weight ?? 1;
      if (remaining < 0) return item;
    }
    return this.pick(from);
  }

  /** `count` different items, or all if there are fewer, in the order of the list. */
  sample<T>(from: readonly T[], count: number): T[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, from.length)) chosen.add(this.between(0, from.length - 1));
    return from.filter((_, i) => chosen.has(i));
  }

  /** The items in a random order. */
  shuffle<T>(from: readonly T[]): T[] {
    const shuffled: T[] = [];
    for (const [i, item] of from.entries()) shuffled.splice(this.between(0, i), 0, item);
    return shuffled;
  }

  /** An id of 22 characters, as the site makes them. */
  id(): string {
    return Array.from({ length: 22 }, () => LETTERS[Math.floor(this.next() * 64)]).join('');
  }
}
