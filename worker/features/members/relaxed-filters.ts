import { COUNT_CAP, type FilterOptions, PAGE_SIZE, type SearchAnswer, type SearchQuery } from '#contract/members';
import { MAX_AGE } from '#contract/primitives';
import type { Database } from '#db/client';
import { searchCounts } from '#db/queries/members/search';
import type { SearchFilters } from '#db/queries/members/search-plan';
import type { Context } from '../../domain/context.ts';
import { searchFiltersOf, type Viewer } from './search-filters.ts';

type Loosening = NonNullable<SearchAnswer['loosen']>[number];

interface Way {
  readonly filter: Loosening['filter'];
  readonly options: FilterOptions;
}

/** The search without one of its filters, for each filter that narrows it. */
function looser(ctx: Context, options: FilterOptions): Way[] {
  const least = ctx.settings.min_age;
  const without = (filter: Loosening['filter'], change: Partial<FilterOptions>): Way => ({ filter, options: { ...options, ...change } });
  const hasPlace = options.country !== '' || options.countries.length > 0;
  return [
    ...(options.gender ? [without('gender', { gender: '' })] : []),
    ...(options.min_age > least || options.max_age < MAX_AGE ? [without('age', { min_age: least, max_age: MAX_AGE })] : []),
    ...(options.countryregion ? [without('countryregion', { countryregion: '' })] : []),
    ...(hasPlace ? [without('country', { country: '', countries: [], countryregion: '' })] : []),
    ...(options.photo ? [without('photo', { photo: false })] : []),
    ...(options.online ? [without('online', { online: false })] : []),
    ...(options.new_here ? [without('new_here', { new_here: false })] : []),
  ];
}

/**
 * How many more members the search finds without each of its filters (docs/product.md, "Relaxed filters"). Returns a statement for the
 * batch of the page, which finds out by itself whether there are few results, and the meaning of its row.
 */
export function loosening(
  ctx: Context,
  q: SearchQuery,
  options: FilterOptions,
  viewer: Viewer,
  filters: SearchFilters,
  counted: number | null,
) {
  const isWanted = q.facets || counted === null || counted < PAGE_SIZE;
  const ways = isWanted ? looser(ctx, options) : [];
  const unless = q.facets || counted !== null ? null : { filters, enough: PAGE_SIZE };
  const each = ways.map((way) => searchFiltersOf(ctx, q, way.options, viewer));
  return {
    statement: (db: Database) => (each.length > 0 ? searchCounts(db, each, COUNT_CAP, unless) : null),
    /** Undefined when nobody asked and there are enough. */
    read(rows: readonly { counts: string }[], found: number): Loosening[] | undefined {
      if (!q.facets && found >= PAGE_SIZE) return undefined;
      const counts = asCounts(rows[0]?.counts ?? '[]');
      return ways.map(({ filter }, i) => ({ filter, adds: (counts[i] ?? 0) - found })).filter(({ adds }) => adds > 0);
    },
  };
}

/** The statement makes a JSON list of whole numbers and nothing else. */
const asCounts = (json: string): number[] => JSON.parse(json) as number[];
