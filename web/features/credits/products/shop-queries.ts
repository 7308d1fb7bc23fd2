import { queryOptions, useQuery } from '@tanstack/react-query';
import { getTransaction, type OwnTransaction } from '#contract/credits';
import type { Discount } from '#contract/discounts';
import { call } from '../../../api/call.ts';
import { shopQuery } from '../../../api/credits/shop-query.ts';
import { discountOf } from '../../../api/discounts/active-discount.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { pollPauseAfter } from '../discounts/countdown.ts';

export const useShop = () => useQuery(shopQuery);

/** The discount of a typed code; null while unknown, without a code, and with `error` if it gives nothing or cannot be checked. */
export function useTypedCode(code: string | null): { discount: Discount | null; error: unknown; isPending: boolean } {
  const { data, error, isFetching } = useQuery({
    queryKey: [...queryKeys.shop, 'code', code],
    queryFn: ({ signal }) => discountOf(code, signal),
    enabled: code !== null,
  });
  return { discount: data ?? null, error, isPending: isFetching && data === undefined };
}

const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.transaction(id),
    queryFn: async ({ signal }) => (await call(getTransaction, { id }, { signal })).transaction,
    staleTime: 0,
  });

/** An order: in full for its owner, else its status alone. */
export type Transaction = OwnTransaction | { readonly id: string; readonly status: OwnTransaction['status'] };

/** An order. An open one is fetched again after growing pauses (`pollPauseAfter`). */
export const useTransaction = (id: string) =>
  useQuery({
    ...transactionQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.status === 'open' ? pollPauseAfter(state.dataUpdateCount + state.errorUpdateCount) : false,
  });
