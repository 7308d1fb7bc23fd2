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

/** The member's ledger, newest line first, by pages. It is fetched again when the balance (`credits`) changes. */
export function useLedger(credits: number) {
  const client = useQueryClient();
  const fetchedFor = useRef(credits);
  useEffect(() => {
    if (fetchedFor.current === credits) return;
    fetchedFor.current = credits;
    void client.invalidateQueries({ queryKey: keys.ledger });
  }, [client, credits]);
  return useInfiniteQuery(ledgerQuery);
}
