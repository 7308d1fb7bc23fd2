import { queryOptions } from '@tanstack/react-query';
import { listChats } from '#contract/chat';
import { listLikes } from '#contract/likes';
import { getProfile } from '#contract/profile';
import { keys } from './query-keys.ts';
import { askNewest } from './race-safe-query.ts';

/** The first page of my conversations: the list, its badges and the polling share it. */
export const chatsQuery = queryOptions({ queryKey: keys.chats, queryFn: (context) => askNewest(listChats, {}, context) });

/** The first hundred whom I like and who like me. */
export const likesQuery = queryOptions({ queryKey: keys.likes, queryFn: (context) => askNewest(listLikes, {}, context) });

/** One member as a whole. */
export const profileQuery = (id: string) =>
  queryOptions({ queryKey: keys.profile(id), queryFn: async (context) => (await askNewest(getProfile, { id }, context)).profile });
