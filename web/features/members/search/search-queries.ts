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
/** Filters stand here from the press on "Search" until their first answer: the server keeps what was asked on purpose. */
const pressed = new Set<string>();

interface PageAsked {
  page: number;
  walk: string | undefined;
  filters: Filters | null;
}

/** How results come: a page at a time or as one scrolls. */
interface Showing {
  isPaged: boolean;
}

/** Marks a search as pressed and forgets what was read for it before. */
export function pressSearch(client: QueryClient, filters: Filters): void {
  pressed.add(JSON.stringify(filters));
  client.removeQueries({ queryKey: keys.search(null) });
  client.removeQueries({ queryKey: keys.search(filters) });
}

async function readPage({ page, walk, filters }: PageAsked, { isPaged }: Showing, signal: AbortSignal): Promise<SearchAnswer> {
  const name = JSON.stringify(filters);
  const isPressed = pressed.has(name);
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
  pressed.delete(name);
  return answer;
}

/** What the page has brought of its first search. */
function takeFirst({ page, walk, filters }: PageAsked, { isPaged }: Showing) {
  if (page !== 1 || walk || filters || isPaged || !hidesNudity()) return undefined;
  const answer = takeBrought(searchMembers.output);
  return answer && { pages: [answer], pageParams: [{ page, walk, filters }] };
}

/** The pages of a search, from the one the address names on. Without filters the saved ones hold, and are named from the second page on. */
export function useSearch(filters: Filters | null, startPage: number, walk: string | undefined, showing: Showing) {
  const { min_age: minAge } = useSettings();
  const asked = (answer: SearchAnswer, page: number): PageAsked => ({
    page,
    walk: answer.paging.walk,
    filters: filters ?? filtersFromAnswer(answer.filter_options, minAge),
  });
  return useInfiniteQuery<SearchAnswer, Error, InfiniteData<SearchAnswer, PageAsked>, readonly unknown[], PageAsked>({
    // Of pages by themselves each is kept, so that back and forth cost nothing.
    queryKey: showing.isPaged ? [...keys.search(filters), 'page', startPage] : keys.search(filters),
    queryFn: ({ pageParam, signal }) => readPage(pageParam, showing, signal),
    initialPageParam: { page: startPage, walk, filters },
    initialData: () => takeFirst({ page: startPage, walk, filters }, showing),
    getNextPageParam: (last) => (last.paging.page < last.paging.num_pages ? asked(last, last.paging.page + 1) : undefined),
    getPreviousPageParam: (first) => (first.paging.page > 1 ? asked(first, first.paging.page - 1) : undefined),
    // The page before stays until the next one is there; other filters begin anew.
    placeholderData: (before, query) => (showing.isPaged && isSame(query?.queryKey[1], filters) ? before : undefined),
    staleTime: 5 * MINUTE,
    gcTime: 30 * MINUTE,
  });
}

/** Everyone found once, in the order of the pages. */
export const everyoneOn = (pages: readonly SearchAnswer[]) => [
  ...new Map(pages.flatMap(({ profiles }) => profiles).map((profile) => [profile.id, profile])).values(),
];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The first members whom a search elsewhere would find. */
export function useGlimpse(filters: Filters, source: 'search' | 'similar', page: number, pp: number) {
  return useQuery({
    queryKey: [...keys.search(filters), source, page],
    queryFn: ({ signal }) =>
      call(searchMembers, { ...searcher(), source, page, pp, auto_load: '1', do_not_save: '1', ...filtersToInput(filters) }, { signal }),
    staleTime: 5 * MINUTE,
    // Under another country's name nobody of the one before may stand, not even for a moment.
    placeholderData: (before, query) => (isSame(query?.queryKey[1], filters) ? before : undefined),
    retry: false,
  });
}

/** How many members a search would find, before it is made. */
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
