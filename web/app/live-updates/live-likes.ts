import type { QueryClient } from '@tanstack/react-query';
import type { LikerCard, LikesAnswer } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import type { Quote } from '#contract/quotes';
import { updateCachedAnswer } from '../../api/cache-update.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** By how many the new likes changed; `unknown` if the cached list does not tell, so that the server has to be asked. */
export type NewLikesChange = number | 'unknown';

/** Differences to the totals of new likes and matches. */
interface TotalsChange {
  newLikes: number;
  matches: number;
}

function changeLikes(queryClient: QueryClient, before: LikesAnswer, likedBy: LikerCard[], { newLikes, matches }: TotalsChange): void {
  const totals = {
    ...before.totals,
    liked_by: before.totals.liked_by + likedBy.length - before.liked_by.length,
    matches: Math.max(0, before.totals.matches + matches),
    new_likes: Math.max(0, before.totals.new_likes + newLikes),
  };
  updateCachedAnswer<LikesAnswer>(queryClient, queryKeys.likes, () => ({ ...before, liked_by: likedBy, totals }));
  for (const type of ['liked_by', 'matches'] as const) void queryClient.invalidateQueries({ queryKey: queryKeys.likesOf(type) });
}

/** Adds a received like to the cached likes. A like that is in the list already changes nothing. */
export function addCachedLike(queryClient: QueryClient, profile: ProfileCard, at: string, about?: Quote): NewLikesChange {
  const cached = queryClient.getQueryData<LikesAnswer>(queryKeys.likes);
  if (!cached) return 'unknown';
  if (cached.liked_by.some(({ id }) => id === profile.id)) return 0;
  const like = { ...profile, liked_at: at, like_new: true, ...(about ? { about } : {}) };
  changeLikes(queryClient, cached, [like, ...cached.liked_by], { newLikes: 1, matches: Number(profile.did_like_profile) });
  return 1;
}

/** Removes a withdrawn like from the cached likes. */
export function removeCachedLike(queryClient: QueryClient, profile: ProfileCard): NewLikesChange {
  const cached = queryClient.getQueryData<LikesAnswer>(queryKeys.likes);
  const like = cached?.liked_by.find(({ id }) => id === profile.id);
  if (!cached || !like) return 'unknown';
  const news = like.like_new ? -1 : 0;
  changeLikes(
    queryClient,
    cached,
    cached.liked_by.filter((other) => other !== like),
    { newLikes: news, matches: -Number(like.did_like_profile) },
  );
  return news;
}
