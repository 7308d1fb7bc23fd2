import { queryOptions } from '@tanstack/react-query';
import { getShop } from '#contract/credits';
import { call } from '../call.ts';
import { queryKeys } from '../query-keys.ts';

/** What is sold in the member's payment country or the visitor's country. Always stale, because prices and discounts expire. */
export const shopQuery = queryOptions({ queryKey: queryKeys.shop, queryFn: ({ signal }) => call(getShop, {}, { signal }), staleTime: 0 });
