import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type LikedCard, type LikerCard, type LikesAnswer, type LikeType, listLikes } from '#contract/likes';
import { likesQuery } from '../../api/likes/likes-query.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { raceSafeCall } from '../../api/race-safe-query.ts';

export type LikeListEntry = LikedCard & { like_new?: boolean };

/** Drops repeated members and puts new likes first; the order is kept otherwise. */
function dedupeNewFirst(likings: readonly LikeListEntry[]): LikeListEntry[] {
  const listedIds = new Set<string>();
  const unique = likings.filter(({ id }) => !listedIds.has(id) && listedIds.add(id));
  return [...unique.filter(({ like_new: isNew }) => isNew), ...unique.filter(({ like_new: isNew }) => !isNew)];
}

const entriesIn = (answer: LikesAnswer, type: LikeType): readonly (LikedCard | LikerCard)[] =>
  type === 'liked_by' ? answer.liked_by : answer.profiles;

/**
 * The pages of one list. The first 100 likes given and received come from `likesQuery`, so their pages are read only when the member asks
 * for more; matches are read at once.
 */
function useLikePages(type: LikeType) {
  return useInfiniteQuery({
    queryKey: queryKeys.likesOf(type),
    queryFn: ({ pageParam, ...context }) => raceSafeCall(listLikes, { type, ...(pageParam && { before: pageParam }) }, context),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: type === 'matches',
  });
}

/** One tab of the likes: its members, the totals of all tabs, and `showMore` for the next page. `error` is null once a list was read. */
export function useLikeList(type: LikeType) {
  const shared = useQuery(likesQuery);
  const pages = useLikePages(type);
  const query = type === 'matches' ? pages : shared;
  const first = shared.data && type !== 'matches' ? entriesIn(shared.data, type) : [];
  const people = dedupeNewFirst([...first, ...(pages.data?.pages ?? []).flatMap((page) => entriesIn(page, type))]);
  const total = shared.data?.totals[type] ?? 0;
  return {
    people,
    totals: shared.data?.totals,
    isPending: query.isPending,
    error: query.data ? null : query.error,
    retry: () => void Promise.all([shared.refetch(), type === 'matches' && pages.refetch()]),
    hasMore: pages.data ? pages.hasNextPage : total > people.length,
    isFetchingPages: pages.isFetching,
    showMore: async () => {
      if (!pages.data) await pages.refetch();
      await pages.fetchNextPage();
    },
  };
}
