import { queryOptions } from '@tanstack/react-query';
import { listLikes } from '#contract/likes';
import { queryKeys } from '../query-keys.ts';
import { raceSafeCall } from '../race-safe-query.ts';

/** The first hundred members that the member likes, and that like the member. */
export const likesQuery = queryOptions({ queryKey: queryKeys.likes, queryFn: (context) => raceSafeCall(listLikes, {}, context) });
