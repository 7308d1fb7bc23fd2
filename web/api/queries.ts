import { queryOptions } from '@tanstack/react-query';
import { listChats } from '#contract/chat';
import { listLikes } from '#contract/likes';
import { getProfile } from '#contract/profile';
import { keys } from './query-keys.ts';
import { askNewest } from './race-safe-query.ts';

/** The first page of the member's chat list; list, badges and polling share it. */
export const chatsQuery = queryOptions({ queryKey: keys.chats, queryFn: (context) => askNewest(listChats, {}, context) });

/** The first hundred members that the member likes, and that like the member. */
export const likesQuery = queryOptions({ queryKey: keys.likes, queryFn: (context) => askNewest(listLikes, {}, context) });

/** The full profile of a member. */
export const profileQuery = (id: string) =>
  queryOptions({ queryKey: keys.profile(id), queryFn: async (context) => (await askNewest(getProfile, { id }, context)).profile });
