import { queryOptions } from '@tanstack/react-query';
import { listChats } from '#contract/chat';
import { listLikes } from '#contract/likes';
import { getProfile } from '#contract/profile';
import { queryKeys } from './query-keys.ts';
import { raceSafeCall } from './race-safe-query.ts';

/** The first page of the member's chat list; list, badges and polling share it. */
export const chatsQuery = queryOptions({ queryKey: queryKeys.chats, queryFn: (context) => raceSafeCall(listChats, {}, context) });

/** The first hundred members that the member likes, and that like the member. */
export const likesQuery = queryOptions({ queryKey: queryKeys.likes, queryFn: (context) => raceSafeCall(listLikes, {}, context) });

/** The full profile of a member. */
export const profileQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.profile(id), queryFn: async (context) => (await raceSafeCall(getProfile, { id }, context)).profile });
