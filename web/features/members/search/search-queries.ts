import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FIRST_SEARCH, type SearchAnswer, searchMembers } from '#contract/members';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/query-keys.ts';
import { takeBrought } from '../../../session/initial-answer.ts';
import { hidesNudity } from '../../../session/nudity-setting.ts';
import { useSettings } from '../../../session/settings.ts';
import { searcher } from '../../../session/visitor-search.ts';
import { type Filters, filtersFromAnswer, filtersToInput } from '../filters/filters.ts';

const MINUTE = 60_000;
/** Filters as JSON, from the press on "Search" to the first answer. Such a search is sent as `manual_search`, which saves its filters. */
const pressed = new Set<string>();

interface PageAsked {
  page: number;
  walk: string | undefined;
  filters: Filters | null;
}

/** Whether results are shown a page at a time or loaded on scroll. */
interface Showing {
  isPaged: boolean;
}

/** Marks a search as started on purpose, so that its filters are saved, and drops what is cached for it. */
export function pressSearch(client: QueryClient, filters: Filters): void {
  pressed.add(JSON.stringify(filters));
  client.removeQueries({ queryKey: keys.search(null) });
  client.removeQueries({ queryKey: keys.search(filters) });
}

async function readPage({ page, walk, filters }: PageAsked, { isPaged }: Showing, signal: AbortSignal): Promise<SearchAnswer> {
  const key = JSON.stringify(filters);
  const isPressed = pressed.has(key);
  const answer = await call(
    searchMembers,
    {
      ...FIRST_SEARCH,
      ...searcher(),
      page,
      auto_load: isPaged || isPressed ? '0' : '1',
      ...(filters && filtersToInput(filters)),
      ...(walk && { walk }),
      ...(isPressed && { manual_search: '1' }),
    },
    { signal },
  );
  pressed.delete(key);
  return answer;
}

/**
 * The first answer, if it came with the page. It was made for the saved filters, for scrolling and with nude photos blurred, so that no
 * other search may use it.
 */
function takeFirst({ page, walk, filters }: PageAsked, { isPaged }: Showing) {
  if (page !== 1 || walk || filters || isPaged || !hidesNudity()) return undefined;
  const answer = takeBrought(searchMembers.output);
  return answer && { pages: [answer], pageParams: [{ page, walk, filters }] };
}

/** The pages of a search, from `startPage` on. Without filters the server uses the saved ones; further pages name them. */
export function useSearch(filters: Filters | null, startPage: number, walk: string | undefined, mode: Showing) {
  const { min_age: minAge } = useSettings();
  const requestAfter = (answer: SearchAnswer, page: number): PageAsked => ({
    page,
    walk: answer.paging.walk,
    filters: filters ?? filtersFromAnswer(answer.filter_options, minAge),
  });
  return useInfiniteQuery<SearchAnswer, Error, InfiniteData<SearchAnswer, PageAsked>, readonly unknown[], PageAsked>({
    // A page at a time, each page is a query of its own, so that going back costs no call.
    queryKey: mode.isPaged ? [...keys.search(filters), 'page', startPage] : keys.search(filters),
    queryFn: ({ pageParam, signal }) => readPage(pageParam, mode, signal),
    initialPageParam: { page: startPage, walk, filters },
    initialData: () => takeFirst({ page: startPage, walk, filters }, mode),
    getNextPageParam: (last) => (last.paging.page < last.paging.num_pages ? requestAfter(last, last.paging.page + 1) : undefined),
    getPreviousPageParam: (first) => (first.paging.page > 1 ? requestAfter(first, first.paging.page - 1) : undefined),
    // A page at a time, the old page stays until the next one has arrived; with other filters nothing stays.
    placeholderData: (previous, query) => (mode.isPaged && isSame(query?.queryKey[1], filters) ? previous : undefined),
    staleTime: 5 * MINUTE,
    gcTime: 30 * MINUTE,
  });
}

/** The members of these pages, each once, in the order of the pages. */
export const everyoneOn = (pages: readonly SearchAnswer[]) => [
  ...new Map(pages.flatMap(({ profiles }) => profiles).map((profile) => [profile.id, profile])).values(),
];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** One page of `pp` members of another search, which is shown beside the results and never saved. */
export function useGlimpse(filters: Filters, source: 'search' | 'similar', page: number, pp: number) {
  return useQuery({
    queryKey: [...keys.search(filters), source, page],
    queryFn: ({ signal }) =>
      call(searchMembers, { ...searcher(), source, page, pp, auto_load: '1', do_not_save: '1', ...filtersToInput(filters) }, { signal }),
    staleTime: 5 * MINUTE,
    // With other filters nothing stays: members of one country must never stand under the name of another.
    placeholderData: (previous, query) => (isSame(query?.queryKey[1], filters) ? previous : undefined),
    retry: false,
  });
}

/** How many members these filters would find. Nothing is saved. */
export function useResultCount(filters: Filters) {
  return useQuery({
    queryKey: [...keys.search(filters), 'count'],
    queryFn: async ({ signal }) => {
      const input = {
        ...searcher(),
        source: 'search',
        page: 1,
        pp: 1,
        auto_load: '1',
        do_not_save: '1',
        ...filtersToInput(filters),
      } as const;
      return (await call(searchMembers, input, { signal })).paging;
    },
    staleTime: MINUTE,
    placeholderData: (previous) => previous,
  });
}
