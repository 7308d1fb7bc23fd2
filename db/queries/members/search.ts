import { sql } from 'drizzle-orm';
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw';
import type { Database } from '../../client.ts';
import { prepared, preparedRows } from '../../prepared-statement.ts';
import { rowCodec } from '../../row-codec.ts';
import { images } from '../../schema/index.ts';
import { type CardRow, cardColumns, isMainImage, myLike } from '../profile/profile.ts';
import {
  BUCKET_MS,
  type CountShape,
  chooseStrategy,
  countShapeOf,
  LAST_BUCKET,
  NEWEST_RANK_BASE,
  OTHER_REGION_OFFSET,
  rangesOf,
  type SearchConditions,
  type SearchCursorKey,
  type SearchOrder,
  type StatementShape,
  shapeOf,
  yearsOf,
} from './search-plan.ts';
import { countExpression, countStatement, pageStatement, type StatementValues } from './search-sql.ts';

/** A card with its rank and id, which are the cursor of the page behind it. */
export type SearchRow = CardRow & SearchCursorKey;

const card = rowCodec(cardColumns);
const rowOf = ({ card: cell, rank }: { card: string; rank: number }): SearchRow => ({ ...card.read(cell), rank });

/** The cursor of page 1: before the first member of any order. */
const START: SearchCursorKey = { rank: -1, id: '~' };
/** Entries `name0`, `name1` and so on. */
const numberedValues = (name: string, values: readonly (string | number)[]) => values.map((value, i) => [`${name}${i}`, value] as const);

/** Where each range of ranks begins for this page: behind the cursor, or at its own start. `far` is 1 for ranks of other regions. */
function rangeStarts(conditions: SearchConditions, from: SearchCursorKey, far: 0 | 1) {
  const cursor = { rank: from.rank - far * OTHER_REGION_OFFSET, id: from.id };
  const ends = [['', 0] as const, ...rangesOf(conditions).map((range, i) => [String(i), range.from] as const)];
  return ends.flatMap(([name, start]) => {
    const { rank, id } = cursor.rank >= start ? cursor : { rank: start - 1, id: '~' };
    return [
      [`rank${far}_${name}`, rank],
      [`id${far}_${name}`, id],
    ] as const;
  });
}

/** The values of every placeholder that a statement may have; each statement uses those that its text names. */
function valuesOf(conditions: SearchConditions, order: SearchOrder, from: SearchCursorKey, limit: number, offset: number): StatementValues {
  const year = (day: string) => Number(day.slice(0, 4));
  const upperEnds = rangesOf(conditions).map(({ to }) => to);
  return {
    viewer: conditions.viewerId,
    bornFrom: conditions.bornFrom,
    bornTo: conditions.bornTo,
    yearFrom: year(conditions.bornFrom),
    yearTo: year(conditions.bornTo),
    region: conditions.countryregion ?? '',
    lookingFor: JSON.stringify(conditions.lookingFor),
    interests: JSON.stringify(conditions.interests),
    bodyHeights: JSON.stringify(conditions.bodyHeights),
    activeSince: conditions.activeSince ?? 0,
    onlineTo: LAST_BUCKET - Math.floor((conditions.activeSince ?? 0) / BUCKET_MS),
    joinedSince: conditions.joinedSince ?? 0,
    notId: conditions.excludedId ?? '',
    excludingFrom: conditions.excluding?.bornFrom ?? '',
    excludingTo: conditions.excluding?.bornTo ?? '',
    excludingRegion: conditions.excluding?.countryregion ?? '',
    near: order.by === 'near' ? order.region : '',
    rank: from.rank,
    newest: NEWEST_RANK_BASE - from.rank,
    id: order.by === 'new' && from === START ? '' : from.id,
    limit,
    offset,
    ...Object.fromEntries([
      ...numberedValues('country', conditions.countries),
      ...numberedValues('gender', conditions.genders),
      ...numberedValues('to', upperEnds),
      ...rangeStarts(conditions, from, 0),
      ...rangeStarts(conditions, from, 1),
    ]),
  };
}

/** Caches what is made for a shape, once per isolate; there are a few hundred shapes at most. */
function memoizeByShape<Key, Made>(make: (shape: Key) => Made): (shape: Key) => Made {
  const made = new Map<string, Made>();
  return (shape) => {
    const cursor = JSON.stringify(shape);
    const found = made.get(cursor) ?? make(shape);
    made.set(cursor, found);
    return found;
  };
}

const cardsFor = (v: StatementValues) => ({
  cell: card.cell,
  joins: sql`left join ${images} on ${isMainImage}
    left join likes as my_like on ${myLike.likerId} = ${v.viewer} and ${myLike.likedId} = members.id`,
});

const pageOfShape = memoizeByShape((shape: StatementShape) =>
  preparedRows((_, v: StatementValues) => pageStatement(shape, v, cardsFor(v)), rowOf),
);

/** Which part of the results: `limit` members behind the cursor (null: from the first on), after skipping `offset`. */
export interface PageRange {
  readonly from: SearchCursorKey | null;
  readonly offset: number;
  readonly limit: number;
}

/** The largest offset that is served; deeper pages need a cursor. */
const MAX_OFFSET = 10_000;

/**
 * One page of a search, with cards as the viewer sees them; empty beyond the largest offset. `known` is the number of results, or null. Like
 * the ages it only decides how the page is read: an ordered scan reads about three rows a card for common ages, sorting reads all members who
 * fit for rare ones, and in between a limited scan comes before sorting.
 */
export function searchPage(
  db: Database,
  conditions: SearchConditions,
  order: SearchOrder,
  { from, offset, limit }: PageRange,
  known: number | null,
): SQLiteRaw<SearchRow[]> {
  const skipped = Math.min(offset, MAX_OFFSET);
  const cheapest = chooseStrategy(conditions, order.by, Date.now(), known);
  const way = cheapest === 'guarded' && offset > 0 ? 'walked' : cheapest;
  const values = valuesOf(conditions, order, from ?? START, offset > MAX_OFFSET ? 0 : limit, skipped);
  return pageOfShape(shapeOf(conditions, order.by, way, skipped))(db, values);
}

const countShape = (conditions: SearchConditions) => countShapeOf(conditions, Date.now());
/** Values of a count, which has neither order nor cursor. */
const countValues = (conditions: SearchConditions, most: number) => ({
  ...valuesOf(conditions, { by: 'active' }, START, most, 0),
  years: JSON.stringify(yearsOf(conditions)),
});

/** How many members a search finds, and how many of them are fictional. */
export interface SearchCount {
  readonly count: number;
  readonly fictional: number;
}

const countOfShape = memoizeByShape((shape: CountShape) =>
  prepared((db, v: StatementValues) => db.all<SearchCount>(countStatement(shape, v, sql`${v.limit}`))),
);

/** The number of results and how many of those counted are fictional; counting stops at `cap` + 1. */
export const searchCount = (db: Database, conditions: SearchConditions, cap: number) =>
  countOfShape(countShape(conditions))(db, countValues(conditions, cap + 1));

const countsOfShapes = memoizeByShape(
  ({ searches, unless }: { readonly searches: readonly CountShape[]; readonly unless: CountShape | null }) =>
    prepared((db, first: StatementValues, ...each: StatementValues[]) => {
      const counts = searches.map((way, i) => countExpression(way, each[i] ?? first, sql`${(each[i] ?? first).limit}`));
      const when = unless ? sql`${countExpression(unless, first, sql`${first.limit}`)} < ${first.limit}` : sql`true`;
      return db.all<{ counts: string }>(sql`select json_array(${sql.join(counts, sql`, `)}) as counts where ${when}`);
    }),
);

/** The counts of several searches, each up to `cap`, as one JSON list; no row if the search of `unless` has at least `enough` results. */
export function searchCounts(
  db: Database,
  searches: readonly SearchConditions[],
  cap: number,
  unless: { readonly conditions: SearchConditions; readonly enough: number } | null,
) {
  const first = unless ? countValues(unless.conditions, unless.enough) : {};
  const statement = countsOfShapes({ searches: searches.map(countShape), unless: unless ? countShape(unless.conditions) : null });
  return statement(db, first, ...searches.map((way) => countValues(way, cap)));
}
