import { queryOptions } from '@tanstack/react-query';
import { getShop } from '#contract/credits';
import { call } from '../call.ts';
import { keys } from '../query-keys.ts';

/** What is sold where this member pays, or this visitor is; asked again whenever a screen needs it, as prices and discounts end. */
export const shopQuery = queryOptions({ queryKey: keys.shop, queryFn: ({ signal }) => call(getShop, {}, { signal }), staleTime: 0 });
