import { COUNT_CAP, type FilterOptions, type SearchAnswer, type SearchQuery } from '#contract/search';
import { MAX_AGE } from '#contract/primitives';
import { searchCount } from '#db/queries/search';
import type { Context } from '../../domain/context.ts';
import { searchFiltersOf } from './search-filters.ts';

type Loosening = NonNullable<SearchAnswer['loosen']>[number];

/** The search without one of its filters, for each filter that narrows it. */
function looser(ctx: Context, q: SearchQuery, options: FilterOptions): { filter: Loosening['filter']; q: SearchQuery; options: FilterOptions }[] {
  const least = ctx.settings.min_age;
  const narrowsAge = options.min_age > least || options.max_age < MAX_AGE;
  return [
    ...(options.gender ? [{ filter: 'gender' as const, q, options: { ...options, gender: '' as const } }] : []),
    ...(narrowsAge ? [{ filter: 'age' as const, q, options: { ...options, min_age: least, max_age: MAX_AGE } }] : []),
    ...(options.countryregion ? [{ filter: 'countryregion' as const, q, options: { ...options, countryregion: '' as const } }] : []),
    ...(options.country || options.countries.length > 0
      ? [{ filter: 'country' as const, q, options: { ...options, country: '' as const, countries: [], countryregion: '' as const } }]
      : []),
    ...(q.photo ? [{ filter: 'photo' as const, q: { ...q, photo: false }, options }] : []),
    ...(q.online ? [{ filter: 'online' as const, q: { ...q, online: false }, options }] : []),
    ...(q.new_here ? [{ filter: 'new_here' as const, q: { ...q, new_here: false }, options }] : []),
  ];
}

/** How many more members each filter would show if it were left out (api.md, search.php: loosen). */
export async function loosenings(ctx: Context, q: SearchQuery, options: FilterOptions, viewerId: string, found: number): Promise<Loosening[]> {
  const ways = looser(ctx, q, options);
  const [first, ...rest] = ways.map((way) => searchCount(ctx.readDb, searchFiltersOf(ctx, way.q, way.options, viewerId), COUNT_CAP, null));
  if (!first) return [];
  const counts = await ctx.readDb.batch([first, ...rest]);
  return ways
    .map(({ filter }, i) => ({ filter, adds: Math.min(counts[i]?.[0]?.count ?? 0, COUNT_CAP) - found }))
    .filter(({ adds }) => adds > 0);
}
