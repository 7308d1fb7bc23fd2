import { sql } from 'drizzle-orm';
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw';
import type { Database } from '../../client.ts';
import { compiled, compiledRows } from '../../prepared-statement.ts';
import { packed } from '../../row-codec.ts';
import { images } from '../../schema/index.ts';
import { type CardRow, cardColumns, isMainImage, myLike } from '../profile/profile.ts';
import {
  BUCKET_MS,
  FAR,
  LAST_BUCKET,
  NEWEST,
  rangesOf,
  type SearchFilters,
  type SearchOrder,
  type Shape,
  shapeOf,
  type WalkKey,
  wayOf,
} from './search-plan.ts';
import { countText, pageText, type Values } from './search-sql.ts';

/** A card with its place in the order asked for: where the page behind it begins. */
export type SearchRow = CardRow & WalkKey;

const card = packed(cardColumns);
const rowOf = ({ card: cell, rank }: { card: string; rank: number }): SearchRow => ({ ...card.read(cell), rank });

/** Nobody is at the end of an order: the start of page 1. */
const START: WalkKey = { rank: -1, id: '~' };
const named = (name: string, values: readonly (string | number)[]) => values.map((value, i) => [`${name}${i}`, value] as const);

/** Where a range of ranks is taken up: behind the key, or at its own start. */
function lowerEnds(f: SearchFilters, from: WalkKey, far: 0 | 1) {
  const key = { rank: from.rank - far * FAR, id: from.id };
  const ends = [['', 0] as const, ...rangesOf(f).map((range, i) => [String(i), range.from] as const)];
  return ends.flatMap(([name, start]) => {
    const { rank, id } = key.rank >= start ? key : { rank: start - 1, id: '~' };
    return [
      [`rank${far}_${name}`, rank],
      [`id${far}_${name}`, id],
    ] as const;
  });
}

/** Everything a statement may be filled with; it takes what its text names. */
function valuesOf(f: SearchFilters, order: SearchOrder, from: WalkKey, limit: number, offset: number): Values {
  const year = (day: string) => Number(day.slice(0, 4));
  return {
    ...{ viewer: f.viewerId, bornFrom: f.bornFrom, bornTo: f.bornTo, yearFrom: year(f.bornFrom), yearTo: year(f.bornTo) },
    ...{ region: f.countryregion ?? '', activeSince: f.activeSince ?? 0, joinedSince: f.joinedSince ?? 0, notId: f.notId ?? '' },
    ...{ besideFrom: f.beside?.bornFrom ?? '', besideTo: f.beside?.bornTo ?? '', besideRegion: f.beside?.countryregion ?? '' },
    ...{ near: order.by === 'near' ? order.region : '', onlineTo: LAST_BUCKET - Math.floor((f.activeSince ?? 0) / BUCKET_MS) },
    ...{ rank: from.rank, newest: NEWEST - from.rank, id: order.by === 'new' && from === START ? '' : from.id, limit, offset },
    ...Object.fromEntries([...named('country', f.countries), ...named('gender', f.genders)]),
    ...Object.fromEntries([...lowerEnds(f, from, 0), ...lowerEnds(f, from, 1)]),
    ...Object.fromEntries(
      named(
        'to',
        rangesOf(f).map(({ to }) => to),
      ),
    ),
  };
}

/** Statements by their shape: some hundreds at most, each built once an isolate. */
function byShape<Key, Made>(make: (shape: Key) => Made): (shape: Key) => Made {
  const made = new Map<string, Made>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const found = made.get(key) ?? make(shape);
    made.set(key, found);
    return found;
  };
}

const cardsFor = (v: Values) => ({
  cell: card.cell,
  joins: sql`left join ${images} on ${isMainImage} left join likes as my_like on ${myLike.likerId} = ${v.viewer} and ${myLike.likedId} = members.id`,
});

const pageOfShape = byShape((shape: Shape) => compiledRows((_, v: Values) => pageText(shape, v, cardsFor(v)), rowOf));

/** Which part of an order: so many behind a key, after skipping some. */
export interface Part {
  readonly from: WalkKey | null;
  readonly offset: number;
  readonly limit: number;
}

/** A page deeper than this is only reached by walking: behind a key. */
const MOST_SKIPPED = 10_000;

/**
 * One page, with cards as the viewer sees them. `known` is how many fit, where that is known; like the ages it only tells which way reads
 * fewest rows: of common ages about three for each card, of rare ones those who fit, and else both, the first of them to a thousand.
 */
export function searchPage(
  db: Database,
  f: SearchFilters,
  order: SearchOrder,
  { from, offset, limit }: Part,
  known: number | null,
): SQLiteRaw<SearchRow[]> {
  const skipped = Math.min(offset, MOST_SKIPPED);
  const best = wayOf(f, Date.now(), known);
  const way = best === 'guarded' && offset > 0 ? 'walked' : best;
  const values = valuesOf(f, order, from ?? START, offset > MOST_SKIPPED ? 0 : limit, skipped);
  return pageOfShape(shapeOf(f, order.by, way, skipped))(db, values);
}

/** A count has no order and begins nowhere. */
const countShape = (f: SearchFilters) => shapeOf(f, 'active', wayOf(f, Date.now(), null), 0);
const countValues = (f: SearchFilters, most: number) => valuesOf(f, { by: 'active' }, START, most, 0);

const countOfShape = byShape((shape: Shape) =>
  compiled((db, v: Values) => db.all<{ count: number }>(sql`select ${countText(shape, v, sql`${v.limit}`)} as count`)),
);

/** How many fit, counted no further than `cap` + 1. */
export const searchCount = (db: Database, f: SearchFilters, cap: number) => countOfShape(countShape(f))(db, countValues(f, cap + 1));

const countsOfShapes = byShape(({ ways, unless }: { readonly ways: readonly Shape[]; readonly unless: Shape | null }) =>
  compiled((db, first: Values, ...each: Values[]) => {
    const counts = ways.map((way, i) => countText(way, each[i] ?? first, sql`${(each[i] ?? first).limit}`));
    const when = unless ? sql`${countText(unless, first, sql`${first.limit}`)} < ${first.limit}` : sql`true`;
    return db.all<{ counts: string }>(sql`select json_array(${sql.join(counts, sql`, `)}) as counts where ${when}`);
  }),
);

/** Several counts up to `cap` as one JSON list; no row when `unless` has as many as `enough`. */
export function searchCounts(
  db: Database,
  ways: readonly SearchFilters[],
  cap: number,
  unless: { readonly filters: SearchFilters; readonly enough: number } | null,
) {
  const first = unless ? countValues(unless.filters, unless.enough) : {};
  const statement = countsOfShapes({ ways: ways.map(countShape), unless: unless ? countShape(unless.filters) : null });
  return statement(db, first, ...ways.map((way) => countValues(way, cap)));
}
