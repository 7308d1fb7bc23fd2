import { thumbHashToRGBA } from 'thumbhash';
import type { PortraitPerson } from './portrait-pool.ts';
import type { SeededRandom } from './seeded-random.ts';

/** How many of those dealt last a card should look different from. The card above it in a grid of four columns is the fourth. */
const NEIGHBOURS = 8;
/** How much less each of them counts than the one behind it. */
const FADING = 4;

/** The share of all pairs of portraits that counts as alike by colours. */
const ALIKE_SHARE = 0.12;

/** A list that shows a member, and how many members of one gender in a row have different portraits before the next in it. */
export interface PortraitList {
  readonly name: string;
  readonly apart: number;
}

/** A part of a picture that is the same when mirrored: ranges of the distance from the middle (0 to 1) and of the height (0 is the top). */
interface Region {
  readonly aside: readonly [from: number, to: number];
  readonly down: readonly [from: number, to: number];
}

/** Upper and lower background, hair and clothes. */
const REGIONS: readonly Region[] = [
  { aside: [0.6, 1], down: [0, 0.3] },
  { aside: [0.75, 1], down: [0.3, 0.6] },
  { aside: [0, 0.3], down: [0.12, 0.25] },
  { aside: [0, 0.6], down: [0.8, 1] },
];

/** The average colours of the regions of a picture, by its thumbhash: three numbers from 0 to 255 for each. */
export function lookOf(thumbhash: string): number[] {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
  return REGIONS.flatMap(({ aside, down }) => {
    const inside = Array.from({ length: w * h }, (_, i) => i).filter((i) => {
      const x = Math.abs((((i % w) + 0.5) / w) * 2 - 1);
      const y = (Math.floor(i / w) + 0.5) / h;
      return x >= aside[0] && x <= aside[1] && y >= down[0] && y <= down[1];
    });
    return [0, 1, 2].map((channel) => inside.reduce((sum, i) => sum + (rgba[i * 4 + channel] ?? 0), 0) / inside.length);
  });
}

/** Average difference of two looks: from 0 (alike) to 255. */
export const lookDifference = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

/**
 * Deals portraits to members, who come in the order of search results. In each list that a member is in, the last `apart` members of the same
 * gender are other persons, if the pool has enough; and backgrounds, clothes and hair differ from those of the neighbours.
 */
export class PortraitDealer {
  readonly #people: readonly PortraitPerson[];
  /** Differences of the first pictures by the places of two persons in `#people`. */
  readonly #differences: readonly (readonly number[])[];
  /** The difference up to which two pictures look alike by colours. */
  readonly #alike: number;
  /** The places of those dealt in a list, the last first. */
  readonly #dealt = new Map<string, readonly number[]>();
  /** How many were dealt when each person was dealt last. */
  readonly #dealtAt: number[];
  #count = 0;

  constructor(people: readonly PortraitPerson[]) {
    this.#people = people;
    const looks = people.map(({ pictures }) => lookOf(pictures[0]?.thumbhash ?? ''));
    this.#differences = looks.map((a) => looks.map((b) => lookDifference(a, b)));
    const all = this.#differences.flatMap((row, i) => row.slice(i + 1)).toSorted((a, b) => a - b);
    this.#alike = all[Math.floor(all.length * ALIKE_SHARE)] ?? 0;
    this.#dealtAt = people.map(() => -1);
  }

  /** Deals a portrait to a member who is in these lists. Genders are dealt as often as the pool has them. */
  deal(random: SeededRandom, lists: readonly PortraitList[]): PortraitPerson {
    const { gender } = random.pick(this.#people);
    const keys = lists.flatMap(({ name, apart }) => [name, `${name} ${gender}`].map((key) => ({ key, apart })));
    const recent = keys.map(({ key }) => this.#dealt.get(key) ?? []);
    const seen = new Set(recent.flat());
    const neighbours = recent.map((places) => places.slice(0, NEIGHBOURS));
    const places = [...this.#people.keys()].filter((place) => this.#people[place]?.gender === gender);
    const fresh = places.filter((place) => !seen.has(place));
    const chosen = random.pick(this.#longestAgo(this.#leastAlike(fresh.length > 0 ? fresh : this.#longestAgo(places), neighbours)));
    for (const { key, apart } of keys) this.#dealt.set(key, [chosen, ...(this.#dealt.get(key) ?? [])].slice(0, apart));
    this.#dealtAt[chosen] = this.#count;
    this.#count += 1;
    // Sound: `chosen` is a place in the list.
    return this.#people[chosen] as PortraitPerson;
  }

  /** The persons with the fewest neighbours in the same scene or of like colours; those next to them count most. */
  #leastAlike(places: readonly number[], neighbours: readonly (readonly number[])[]): number[] {
    const isAlike = (a: number, b: number) =>
      this.#people[a]?.scene === this.#people[b]?.scene || (this.#differences[a]?.[b] ?? 0) <= this.#alike;
    const rated = places.map((place) => {
      const counts = neighbours.flatMap((list) => list.map((neighbour, i) => (isAlike(place, neighbour) ? FADING ** -i : 0)));
      return { place, count: counts.reduce((sum, count) => sum + count, 0) };
    });
    const least = Math.min(...rated.map(({ count }) => count));
    return rated.filter(({ count }) => count === least).map(({ place }) => place);
  }

  /** The half of the persons who were dealt longest ago. */
  #longestAgo(places: readonly number[]): number[] {
    const byTime = places.toSorted((a, b) => (this.#dealtAt[a] ?? 0) - (this.#dealtAt[b] ?? 0));
    return byTime.slice(0, Math.ceil(places.length / 2));
  }
}
