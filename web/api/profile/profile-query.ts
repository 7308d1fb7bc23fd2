import { queryOptions } from '@tanstack/react-query';
import { getProfile } from '#contract/profile';
import { queryKeys } from '../query-keys.ts';
import { raceSafeCall } from '../race-safe-query.ts';

/** The full profile of a member. */
export const profileQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.profile(id), queryFn: async (context) => (await raceSafeCall(getProfile, { id }, context)).profile });
