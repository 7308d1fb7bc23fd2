import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Liked, type LikedBy, type LikesAnswer, type LikeType, listLikes } from '#contract/likes';
import { likesQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { askNewest } from '../../api/race-safe-query.ts';

export type Liking = Liked & { like_new?: boolean };

/** Drops repeated members and puts new likes first; the order is kept otherwise. */
function inOrder(likings: readonly Liking[]): Liking[] {
  const listedIds = new Set<string>();
  const unique = likings.filter(({ id }) => !listedIds.has(id) && listedIds.add(id));
  return [...unique.filter(({ like_new: isNew }) => isNew), ...unique.filter(({ like_new: isNew }) => !isNew)];
}

const listIn = (answer: LikesAnswer, type: LikeType): readonly (Liked | LikedBy)[] =>
  type === 'liked_by' ? answer.liked_by : answer.profiles;

/**
 * The pages of one list. The first 100 likes given and received come from `likesQuery`, so their pages are read only when the member asks
 * for more; matches are read at once.
 */
function usePages(type: LikeType) {
  return useInfiniteQuery({
    queryKey: keys.likesOf(type),
    queryFn: ({ pageParam, ...context }) => askNewest(listLikes, { type, ...(pageParam && { before: pageParam }) }, context),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: type === 'matches',
  });
}

/** One tab of the likes: its members, the totals of all tabs, and `showMore` for the next page. `error` is null once a list was read. */
export function useLikings(type: LikeType) {
  const shared = useQuery(likesQuery);
  const pages = usePages(type);
  const query = type === 'matches' ? pages : shared;
  const first = shared.data && type !== 'matches' ? listIn(shared.data, type) : [];
  const people = inOrder([...first, ...(pages.data?.pages ?? []).flatMap((page) => listIn(page, type))]);
  const total = shared.data?.totals[type] ?? 0;
  return {
    people,
    totals: shared.data?.totals,
    isPending: query.isPending,
    error: query.data ? null : query.error,
    retry: () => void Promise.all([shared.refetch(), type === 'matches' && pages.refetch()]),
    hasMore: pages.data ? pages.hasNextPage : total > people.length,
    isLoadingMore: pages.isFetching,
    showMore: async () => {
      if (!pages.data) await pages.refetch();
      await pages.fetchNextPage();
    },
  };
}
