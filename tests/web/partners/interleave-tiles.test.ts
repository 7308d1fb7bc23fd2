import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GridEntry, withTiles } from '../../../web/features/partners/interleave-tiles.ts';

const BLOCK = 12;
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const isTile = <T, C>(entry: GridEntry<T, C>) => 'tile' in entry;
const places = (entries: GridEntry<unknown, unknown>[]) => entries.flatMap((entry, i) => (isTile(entry) ? [i + 1] : []));

const counts = fc.nat({ max: 100 });
const someTiles = fc.array(fc.string(), { minLength: 1, maxLength: 30 });

/** The entries of each block: twelve results and what stands before them. */
function blocksOf<T, C>(entries: GridEntry<T, C>[]): GridEntry<T, C>[][] {
  const blocks: GridEntry<T, C>[][] = [[]];
  let results = 0;
  for (const entry of entries) {
    if (results === BLOCK) {
      blocks.push([]);
      results = 0;
    }
    blocks.at(-1)?.push(entry);
    if (!isTile(entry)) results += 1;
  }
  return blocks;
}

describe('tiles among results', () => {
  test.each([
    [0, []],
    [1, [1]],
    [3, [1]],
    [4, [1, 5]],
    [12, [1, 5]],
    [13, [1, 5, 15]],
    [24, [1, 5, 15, 19]],
    [25, [1, 5, 15, 19, 29]],
  ])('of %i results stand at %j', (count, wanted) => {
    expect(places(withTiles(upTo(count), ['a', 'b', 'c']))).toEqual(wanted);
  });

  test('are the first and the fifth of every whole block, and twelve results stay twelve', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), someTiles, (blocks, tiles) => {
        for (const block of blocksOf(withTiles(upTo(blocks * BLOCK), tiles))) {
          expect(places(block)).toEqual([1, 5]);
          expect(block).toHaveLength(BLOCK + 2);
        }
      }),
    );
  });

  test('take nothing away, add no result and leave the order alone', () => {
    fc.assert(
      fc.property(counts, fc.array(fc.string()), fc.nat({ max: 60 }), (count, tiles, from) => {
        const entries = withTiles(upTo(count), tiles, from);
        expect(entries.flatMap((entry) => ('item' in entry ? [entry.item] : []))).toEqual(upTo(count));
      }),
    );
  });

  test('never follow one another nor end the list', () => {
    fc.assert(
      fc.property(counts, someTiles, (count, tiles) => {
        const entries = withTiles(upTo(count), tiles);
        const nextToEach = entries.filter((entry, i) => isTile(entry) && entries.slice(i + 1, i + 2).every(isTile));
        expect(nextToEach).toEqual([]);
      }),
    );
  });

  test('repeat in their order, each with a slot number of its own', () => {
    fc.assert(
      fc.property(counts, someTiles, (count, tiles) => {
        const shown = withTiles(upTo(count), tiles).filter(isTile);
        expect(shown).toEqual(shown.map((_, i) => ({ tile: tiles[i % tiles.length], slot: i })));
      }),
    );
  });

  test('are none where there are no tiles', () => {
    fc.assert(fc.property(counts, (count) => places(withTiles(upTo(count), [])).length === 0));
  });

  test('do not move when more results come', () => {
    fc.assert(
      fc.property(counts, counts, someTiles, (count, more, tiles) => {
        const before = withTiles(upTo(count), tiles);
        expect(withTiles(upTo(count + more), tiles).slice(0, before.length)).toEqual(before);
      }),
    );
  });

  test('that loaded late stand only in blocks that begin after the results on screen', () => {
    fc.assert(
      fc.property(counts, someTiles, fc.nat({ max: 60 }), (count, tiles, from) => {
        const entries = withTiles(upTo(count), tiles, from);
        const behind = Math.ceil(from / BLOCK) * BLOCK;
        expect(entries.slice(0, Math.min(count, behind)).some(isTile)).toBe(false);
        const results = upTo(Math.max(0, count - behind));
        expect(places(entries.slice(behind))).toEqual(places(withTiles(results, tiles)));
      }),
    );
  });
});
