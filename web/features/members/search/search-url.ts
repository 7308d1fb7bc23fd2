import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { FilterOptions, SearchAnswer } from '#contract/members';
import { useSettings } from '../../../session/settings.ts';
import { useClearedFilters } from '../filters/filter-choices.ts';
import { countryValue, filtersFromQuery, filtersToQuery } from '../filters/filters.ts';
import { markManualSearch } from './search-queries.ts';

/** The cursor that a history entry keeps for a reload; undefined if its state holds none. */
function cursorIn(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'walk' in state && typeof state.walk === 'string' ? state.walk : undefined;
}

/** The search that the address names, and functions that change it. An address without filters gives null. */
export function useSearchAddress() {
  const [query] = useSearchParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { min_age: minAge } = useSettings();
  const { country: defaultCountry } = useClearedFilters();
  const filtersOf = (address: URLSearchParams): FilterOptions | null => {
    const named = filtersFromQuery(address, minAge);
    return named && countryValue(named) === '' ? { ...named, country: defaultCountry } : named;
  };
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  return {
    filters: filtersOf(query),
    page,
    cursor: page > 1 ? cursorIn(state) : undefined,
    /** Starts a search that is saved, as a new history entry. */
    search: (filters: FilterOptions) => {
      const next = filtersToQuery(filters, minAge);
      // Marked as the new address will be read, which is what the search is known by.
      markManualSearch(client, filtersOf(next) ?? filters);
      void navigate({ pathname, search: `?${next}` });
      scrollTo(0, 0);
    },
    /** Puts the page that was loaded last into the address, so that going back and reloading lead to it. */
    rememberPage: ({ paging }: SearchAnswer) => {
      const next = new URLSearchParams(query);
      next.set('page', String(paging.page));
      void navigate({ pathname, search: `?${next}` }, { replace: true, preventScrollReset: true, state: { walk: paging.walk } });
    },
  };
}
