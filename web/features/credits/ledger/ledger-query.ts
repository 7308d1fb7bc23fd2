import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listTransactions } from '#contract/credits';
import { keys } from '../../../api/query-keys.ts';
import { askNewest } from '../../../api/race-safe-query.ts';

const PAGE = 20;

export const ledgerQuery = infiniteQueryOptions({
  queryKey: keys.ledger,
  queryFn: ({ pageParam, ...context }) => askNewest(listTransactions, { limit: PAGE, ...(pageParam && { before: pageParam }) }, context),
  initialPageParam: '',
  getNextPageParam: (last) => last.next ?? undefined,
  staleTime: 0,
});

/** The member's ledger, newest line first, as far back as was asked for. A balance that moves, by event or poll, makes it read again. */
export function useLedger(credits: number) {
  const client = useQueryClient();
  const known = useRef(credits);
  useEffect(() => {
    if (known.current === credits) return;
    known.current = credits;
    void client.invalidateQueries({ queryKey: keys.ledger });
  }, [client, credits]);
  return useInfiniteQuery(ledgerQuery);
}
