import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { listBlocked, listHidden } from '#contract/safety';
import { CallError, call } from '../../api/call.ts';
import { keys } from '../../api/query-keys.ts';
import { useAct } from '../../api/use-action.ts';
import { liftBlock } from '../../cards/safety/block-member.ts';
import { unhide } from '../../cards/safety/hide-member.ts';

export type PutAsideKind = 'blocked' | 'hidden';
const LISTS = { blocked: listBlocked, hidden: listHidden } as const;
const PAGE = 30;

/** Ignores the refusal `not_found`: the entry does not exist any more. Rethrows any other error. */
function unlessGone(error: unknown): void {
  if (!(error instanceof CallError) || error.code !== 'not_found') throw error;
}

/** One list, the latest first, in pages. `bringBack` unblocks or unhides a member; it resolves to false if that failed. */
export function usePutAside(kind: PutAsideKind) {
  const client = useQueryClient();
  const { run, failure } = useAct();
  const pages = useInfiniteQuery({
    queryKey: keys[kind],
    queryFn: ({ pageParam, signal }) => call(LISTS[kind], { limit: PAGE, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  });
  const bringBack = (id: string) =>
    run(async () => {
      await (kind === 'blocked' ? liftBlock(client, { id }) : unhide(client, id)).catch(unlessGone);
      await client.invalidateQueries({ queryKey: keys[kind] });
    });
  return {
    profiles: pages.data?.pages.flatMap(({ profiles }) => profiles) ?? [],
    total: pages.data?.pages[0]?.total ?? 0,
    isPending: pages.isPending,
    isLoading: pages.isFetching,
    error: pages.error,
    hasMore: pages.hasNextPage,
    retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    showMore: () => void pages.fetchNextPage(),
    bringBack,
    failure,
  };
}
