const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Seeded chance: the same seed always tells the same story. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number with both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.next() * from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  /** Picks by weight; an item without one counts once. */
  pickWeighted<T extends { readonly weight?: number }>(from: readonly T[]): T {
    let left = this.next() * from.reduce((sum, item) => sum + (item.weight ?? 1), 0);
    for (const item of from) {
      left -= item.weight ?? 1;
      if (left < 0) return item;
    }
    return this.pick(from);
  }

  /** Some different items, in their order. */
  some<T>(from: readonly T[], count: number): T[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, from.length)) chosen.add(this.between(0, from.length - 1));
    return from.filter((_, i) => chosen.has(i));
  }

  id(): string {
    return Array.from({ length: 22 }, () => LETTERS[Math.floor(this.next() * 64)]).join('');
  }
}
