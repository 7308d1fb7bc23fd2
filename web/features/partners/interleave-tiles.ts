import { PAGE_SIZE } from '#contract/members';

/** The places of a block that hold tiles, counted from one with the tiles among them (docs/product.md, "Place of the tiles"). */
const PLACES = [1, 5];
/** How many results of a block stand before each of its tiles. */
const BEHIND = PLACES.map((place, i) => place - 1 - i);

export type Entry<T, C> = { readonly item: T } | { readonly tile: C; readonly slot: number };

/**
 * Tiles between results, at places 1 and 5 of each block of twelve: nobody gives way to them, and what there is of them comes round again. Each
 * stands before a result; blocks that begin before `from` results have none.
 */
export function withTiles<T, C>(items: readonly T[], tiles: readonly C[], from = 0): Entry<T, C>[] {
  return items.flatMap((item, i): Entry<T, C>[] => {
    const within = i % PAGE_SIZE;
    const slot = ((i - within) / PAGE_SIZE) * PLACES.length + BEHIND.indexOf(within);
    const tile = BEHIND.includes(within) && i - within >= from ? tiles[slot % tiles.length] : undefined;
    return tile === undefined ? [{ item }] : [{ tile, slot }, { item }];
  });
}
