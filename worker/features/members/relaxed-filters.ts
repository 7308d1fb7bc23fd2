import { COUNT_CAP, type FilterOptions, PAGE_SIZE, type SearchAnswer, type SearchQuery } from '#contract/members';
import { MAX_AGE } from '#contract/primitives';
import type { Database } from '#db/client';
import { searchCounts } from '#db/queries/members/search';
import type { SearchConditions } from '#db/queries/members/search-plan';
import type { Context } from '../../domain/context.ts';
import { searchConditions, type Viewer } from './search-filters.ts';

type RelaxedFilter = NonNullable<SearchAnswer['loosen']>[number];

interface Relaxation {
  readonly filter: RelaxedFilter['filter'];
  /** The filters of the search without it. */
  readonly filters: FilterOptions;
}

/** The search without one of its filters, for each filter that narrows it. */
function relaxationsOf(ctx: Context, filters: FilterOptions): Relaxation[] {
  const minAge = ctx.settings.min_age;
  const without = (filter: RelaxedFilter['filter'], change: Partial<FilterOptions>): Relaxation => ({
    filter,
    filters: { ...filters, ...change },
  });
  const hasPlace = filters.country !== '' || filters.countries.length > 0;
  return [
    ...(filters.gender ? [without('gender', { gender: '' })] : []),
    ...(filters.min_age > minAge || filters.max_age < MAX_AGE ? [without('age', { min_age: minAge, max_age: MAX_AGE })] : []),
    ...(filters.countryregion ? [without('countryregion', { countryregion: '' })] : []),
    ...(hasPlace ? [without('country', { country: '', countries: [], countryregion: '' })] : []),
    ...(filters.looking_for.length > 0 ? [without('looking_for', { looking_for: [] })] : []),
    ...(filters.interests.length > 0 ? [without('interests', { interests: [] })] : []),
    ...(filters.body_height.length > 0 ? [without('body_height', { body_height: [] })] : []),
    ...(filters.photo ? [without('photo', { photo: false })] : []),
    ...(filters.online ? [without('online', { online: false })] : []),
    ...(filters.new_here ? [without('new_here', { new_here: false })] : []),
  ];
}

/**
 * How many more members the search finds without each of its filters (docs/product.md, "Relaxed filters"). Returns a statement for the
 * batch of the page, which counts only if the search itself finds less than a page, and a function that reads the row of that statement.
 * `knownCount` is the number of results if it is known before the batch.
 */
export function relaxedFilters(
  ctx: Context,
  q: SearchQuery,
  filters: FilterOptions,
  viewer: Viewer,
  conditions: SearchConditions,
  knownCount: number | null,
) {
  const isWanted = q.facets || knownCount === null || knownCount < PAGE_SIZE;
  const relaxations = isWanted ? relaxationsOf(ctx, filters) : [];
  const unless = q.facets || knownCount !== null ? null : { conditions, enough: PAGE_SIZE };
  const relaxedSearches = relaxations.map((relaxation) => searchConditions(ctx, q, relaxation.filters, viewer));
  return {
    /** The statement that counts, or null if there is nothing to count. */
    statement: (db: Database) => (relaxedSearches.length > 0 ? searchCounts(db, relaxedSearches, COUNT_CAP, unless) : null),
    /** The filters that add members when removed. Returns undefined if `facets` was not asked for and the search found a full page. */
    read(rows: readonly { counts: string }[], resultCount: number): RelaxedFilter[] | undefined {
      if (!q.facets && resultCount >= PAGE_SIZE) return undefined;
      const counts = parseCounts(rows[0]?.counts ?? '[]');
      return relaxations.map(({ filter }, i) => ({ filter, adds: (counts[i] ?? 0) - resultCount })).filter(({ adds }) => adds > 0);
    },
  };
}

/** Parses the JSON list of whole numbers that the statement makes. */
const parseCounts = (json: string): number[] => JSON.parse(json) as number[];
