import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { listBlocked, listHidden } from '#contract/safety';
import { CallError, call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAction } from '../../api/use-action.ts';
import { liftBlock } from '../../cards/safety/block-member.ts';
import { unhide } from '../../cards/safety/hide-member.ts';

export type BlockedOrHidden = 'blocked' | 'hidden';
const LIST_ENDPOINTS = { blocked: listBlocked, hidden: listHidden } as const;
const PAGE_SIZE = 30;

/** Ignores the refusal `not_found`: the entry does not exist any more. Rethrows any other error. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof CallError) || error.code !== 'not_found') throw error;
}

/** One list, the latest first, in pages. `bringBack` unblocks or unhides a member; it resolves to false if that failed. */
export function useBlockedOrHidden(kind: BlockedOrHidden) {
  const client = useQueryClient();
  const { run, failure } = useAction();
  const pages = useInfiniteQuery({
    queryKey: queryKeys[kind],
    queryFn: ({ pageParam, signal }) =>
      call(LIST_ENDPOINTS[kind], { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  });
  const restoreMember = (id: string) =>
    run(async () => {
      await (kind === 'blocked' ? liftBlock(client, { id }) : unhide(client, id)).catch(ignoreNotFound);
      await client.invalidateQueries({ queryKey: queryKeys[kind] });
    });
  return {
    profiles: pages.data?.pages.flatMap(({ profiles }) => profiles) ?? [],
    total: pages.data?.pages[0]?.total ?? 0,
    isPending: pages.isPending,
    isFetching: pages.isFetching,
    error: pages.error,
    hasMore: pages.hasNextPage,
    retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    showMore: () => void pages.fetchNextPage(),
    bringBack: restoreMember,
    failure,
  };
}
