import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Liked, type LikedBy, type LikesAnswer, type LikeType, listLikes } from '#contract/likes';
import { likesQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { askNewest } from '../../api/race-safe-query.ts';

export type Liking = Liked & { like_new?: boolean };

/** The same person once, new ones first, otherwise in the order given. */
function inOrder(likings: readonly Liking[]): Liking[] {
  const seen = new Set<string>();
  const once = likings.filter(({ id }) => !seen.has(id) && seen.add(id));
  return [...once.filter(({ like_new: isNew }) => isNew), ...once.filter(({ like_new: isNew }) => !isNew)];
}

const listIn = (answer: LikesAnswer, type: LikeType): readonly (Liked | LikedBy)[] =>
  type === 'liked_by' ? answer.liked_by : answer.profiles;

/** The pages of one list. Likes given and received begin with the shared first hundred, so these are read only to go beyond it. */
function usePages(type: LikeType) {
  return useInfiniteQuery({
    queryKey: keys.likesOf(type),
    queryFn: ({ pageParam, ...context }) => askNewest(listLikes, { type, ...(pageParam && { before: pageParam }) }, context),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: type === 'matches',
  });
}

/** One tab of the likes: its people, the totals of all tabs and the way to more. */
export function useLikings(type: LikeType) {
  const shared = useQuery(likesQuery);
  const pages = usePages(type);
  const read = type === 'matches' ? pages : shared;
  const first = shared.data && type !== 'matches' ? listIn(shared.data, type) : [];
  const people = inOrder([...first, ...(pages.data?.pages ?? []).flatMap((page) => listIn(page, type))]);
  const total = shared.data?.totals[type] ?? 0;
  return {
    people,
    totals: shared.data?.totals,
    isPending: read.isPending,
    error: read.data ? null : read.error,
    retry: () => void Promise.all([shared.refetch(), type === 'matches' && pages.refetch()]),
    hasMore: pages.data ? pages.hasNextPage : total > people.length,
    isLoadingMore: pages.isFetching,
    showMore: async () => {
      if (!pages.data) await pages.refetch();
      await pages.fetchNextPage();
    },
  };
}
