import { PAGE_SIZE } from '#contract/members';

/** The places of the tiles in a block, counted from 1 and including the tiles (docs/product.md, "Place of the tiles"). */
const PLACES = [1, 5];
/** The number of results of a block that stand before each of its tiles. */
const RESULTS_BEFORE = PLACES.map((place, i) => place - 1 - i);

export type GridEntry<T, C> = { readonly item: T } | { readonly tile: C; readonly slot: number };

/**
 * Puts tiles between results, at places 1 and 5 of each block of twelve results. No result is left out, and the tiles repeat in order. Each
 * stands before a result. Blocks that begin before the result at index `from` get none.
 */
export function withTiles<T, C>(items: readonly T[], tiles: readonly C[], from = 0): GridEntry<T, C>[] {
  return items.flatMap((item, i): GridEntry<T, C>[] => {
    const indexInBlock = i % PAGE_SIZE;
    const slot = ((i - indexInBlock) / PAGE_SIZE) * PLACES.length + RESULTS_BEFORE.indexOf(indexInBlock);
    const tile = RESULTS_BEFORE.includes(indexInBlock) && i - indexInBlock >= from ? tiles[slot % tiles.length] : undefined;
    return tile === undefined ? [{ item }] : [{ tile, slot }, { item }];
  });
}
