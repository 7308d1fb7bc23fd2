import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listTransactions } from '#contract/credits';
import { queryKeys } from '../../../api/query-keys.ts';
import { raceSafeCall } from '../../../api/race-safe-query.ts';

const PAGE_SIZE = 20;

export const ledgerQuery = infiniteQueryOptions({
  queryKey: queryKeys.ledger,
  queryFn: ({ pageParam, ...context }) =>
    raceSafeCall(listTransactions, { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) }, context),
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
    void client.invalidateQueries({ queryKey: queryKeys.ledger });
  }, [client, credits]);
  return useInfiniteQuery(ledgerQuery);
}
