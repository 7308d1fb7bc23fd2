import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listTransactions } from '#contract/credits';
import { call } from '../../api/call.ts';
import { keys } from '../../session/keys.ts';

const PAGE = 20;

/** The member's ledger, newest line first, as far back as was asked for. A balance that moves, by event or poll, makes it read again. */
export function useLedger(credits: number) {
  const client = useQueryClient();
  const known = useRef(credits);
  useEffect(() => {
    if (known.current === credits) return;
    known.current = credits;
    void client.invalidateQueries({ queryKey: keys.ledger });
  }, [client, credits]);
  return useInfiniteQuery({
    queryKey: keys.ledger,
    queryFn: ({ pageParam, signal }) => call(listTransactions, { limit: PAGE, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 0,
  });
}
