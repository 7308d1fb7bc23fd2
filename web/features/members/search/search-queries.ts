import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MINUTE } from '#contract/durations';
import { type FilterOptions, INITIAL_SEARCH, type SearchAnswer, searchMembers } from '#contract/members';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { takeInitialAnswer } from '../../../boot/initial-answers.ts';
import { hidesNudity } from '../../../session/nudity-setting.ts';
import { currentSettings } from '../../../session/settings.ts';
import { searcherParameters } from '../../../session/visitor-search.ts';
import { filtersToInput } from '../filters/filters.ts';

/** Filters as JSON, from the press on "Search" to the first answer. Such a search is sent as `manual_search`, which saves its filters. */
const manualSearches = new Set<string>();

interface PageRequest {
  page: number;
  cursor: string | undefined;
  filters: FilterOptions | null;
}

/** Whether results are shown a page at a time or loaded on scroll. */
interface PagingMode {
  isPaged: boolean;
}

/** Marks a search as started on purpose, so that its filters are saved, and drops what is cached for it. */
export function markManualSearch(client: QueryClient, filters: FilterOptions): void {
  manualSearches.add(JSON.stringify(filters));
  client.removeQueries({ queryKey: queryKeys.search(null) });
  client.removeQueries({ queryKey: queryKeys.search(filters) });
}

const inputOf = (filters: FilterOptions) => filtersToInput(filters, currentSettings().min_age);

async function readPage({ page, cursor, filters }: PageRequest, { isPaged }: PagingMode, signal: AbortSignal): Promise<SearchAnswer> {
  const key = JSON.stringify(filters);
  const isPressed = manualSearches.has(key);
  const answer = await call(
    searchMembers,
    {
      ...INITIAL_SEARCH,
      ...searcherParameters(),
      page,
      auto_load: isPaged || isPressed ? '0' : '1',
      ...(filters && inputOf(filters)),
      ...(cursor && { walk: cursor }),
      ...(isPressed && { manual_search: '1' }),
    },
    { signal },
  );
  manualSearches.delete(key);
  return answer;
}

/**
 * The first answer, if it came with the page. It was made for the saved filters, for scrolling and with nude photos blurred, so that no
 * other search may use it.
 */
function takeInitialPage({ page, cursor, filters }: PageRequest, { isPaged }: PagingMode) {
  if (page !== 1 || cursor || filters || isPaged || !hidesNudity()) return undefined;
  const answer = takeInitialAnswer(searchMembers.output);
  return answer && { pages: [answer], pageParams: [{ page, cursor, filters }] };
}

/** The pages of a search, from `startPage` on. Without filters the server uses the saved ones; further pages name them. */
export function useSearch(filters: FilterOptions | null, startPage: number, walk: string | undefined, mode: PagingMode) {
  const requestAfter = (answer: SearchAnswer, page: number): PageRequest => ({
    page,
    cursor: answer.paging.walk,
    filters: filters ?? answer.filter_options,
  });
  return useInfiniteQuery<SearchAnswer, Error, InfiniteData<SearchAnswer, PageRequest>, readonly unknown[], PageRequest>({
    // A page at a time, each page is a query of its own, so that going back costs no call.
    queryKey: mode.isPaged ? [...queryKeys.search(filters), 'page', startPage] : queryKeys.search(filters),
    queryFn: ({ pageParam, signal }) => readPage(pageParam, mode, signal),
    initialPageParam: { page: startPage, cursor: walk, filters },
    initialData: () => takeInitialPage({ page: startPage, cursor: walk, filters }, mode),
    getNextPageParam: (last) => (last.paging.page < last.paging.num_pages ? requestAfter(last, last.paging.page + 1) : undefined),
    getPreviousPageParam: (first) => (first.paging.page > 1 ? requestAfter(first, first.paging.page - 1) : undefined),
    // A page at a time, the old page stays until the next one has arrived; with other filters nothing stays.
    placeholderData: (previous, query) => (mode.isPaged && isSameJson(query?.queryKey[1], filters) ? previous : undefined),
    staleTime: 5 * MINUTE,
    gcTime: 30 * MINUTE,
  });
}

/** The members of these pages, each once, in the order of the pages. */
export const uniqueMembers = (pages: readonly SearchAnswer[]) => [
  ...new Map(pages.flatMap(({ profiles }) => profiles).map((profile) => [profile.id, profile])).values(),
];

const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** One page of `pp` members of another search, which is shown beside the results and never saved. */
export function useSearchPreview(filters: FilterOptions, source: 'search' | 'similar', page: number, pp: number) {
  return useQuery({
    queryKey: [...queryKeys.search(filters), source, page],
    queryFn: ({ signal }) =>
      call(searchMembers, { ...searcherParameters(), source, page, pp, auto_load: '1', do_not_save: '1', ...inputOf(filters) }, { signal }),
    staleTime: 5 * MINUTE,
    // With other filters nothing stays: members of one country must never stand under the name of another.
    placeholderData: (previous, query) => (isSameJson(query?.queryKey[1], filters) ? previous : undefined),
    retry: false,
  });
}

/** How many members these filters would find. Nothing is saved. */
export function useResultCount(filters: FilterOptions) {
  return useQuery({
    queryKey: [...queryKeys.search(filters), 'count'],
    queryFn: async ({ signal }) => {
      const input = {
        ...searcherParameters(),
        source: 'search',
        page: 1,
        pp: 1,
        auto_load: '1',
        do_not_save: '1',
        ...inputOf(filters),
      } as const;
      return (await call(searchMembers, input, { signal })).paging;
    },
    staleTime: MINUTE,
    placeholderData: (previous) => previous,
  });
}
