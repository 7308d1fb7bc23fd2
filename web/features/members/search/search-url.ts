import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { SearchAnswer } from '#contract/members';
import { useNoFilters } from '../filters/filter-choices.ts';
import { type Filters, filtersFromQuery, filtersToQuery } from '../filters/filters.ts';
import { pressSearch } from './search-queries.ts';

/** The walk of the pages that history keeps for a reload; anything else in its place counts as none. */
function walkIn(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'walk' in state && typeof state.walk === 'string' ? state.walk : undefined;
}

/** The search that the address names, and the ways to change it. */
export function useSearchAddress() {
  const [query] = useSearchParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { country: home } = useNoFilters();
  const named = filtersFromQuery(query);
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  return {
    filters: named && { ...named, country: named.country || home },
    page,
    walk: page > 1 ? walkIn(state) : undefined,
    /** A search on purpose, as a new entry of the history. */
    search: (filters: Filters) => {
      pressSearch(client, filters);
      void navigate({ pathname, search: `?${filtersToQuery(filters)}` });
      scrollTo(0, 0);
    },
    /** The address names the page that was read last, so that the way back leads there. */
    follow: ({ paging }: SearchAnswer) => {
      const next = new URLSearchParams(query);
      next.set('page', String(paging.page));
      void navigate({ pathname, search: `?${next}` }, { replace: true, preventScrollReset: true, state: { walk: paging.walk } });
    },
  };
}
