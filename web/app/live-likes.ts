import type { QueryClient } from '@tanstack/react-query';
import type { LikedBy, LikesAnswer } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import { keys } from '../session/keys.ts';

/** How many more new likes there are now; unknown when the list is not at hand and only the server can tell. */
export type NewLikesChange = number | 'unknown';

function changeLikes(queryClient: QueryClient, before: LikesAnswer, likedBy: LikedBy[], news: number): void {
  const totals = {
    ...before.totals,
    liked_by: before.totals.liked_by + likedBy.length - before.liked_by.length,
    new_likes: Math.max(0, before.totals.new_likes + news),
  };
  queryClient.setQueryData<LikesAnswer>(keys.likes, { ...before, liked_by: likedBy, totals });
  void queryClient.invalidateQueries({ queryKey: keys.likesOf('liked_by') });
}

export function putLike(queryClient: QueryClient, profile: ProfileCard): NewLikesChange {
  const known = queryClient.getQueryData<LikesAnswer>(keys.likes);
  if (!known) return 'unknown';
  if (known.liked_by.some(({ id }) => id === profile.id)) return 0;
  changeLikes(queryClient, known, [{ ...profile, like_new: true }, ...known.liked_by], 1);
  return 1;
}

export function dropLike(queryClient: QueryClient, profile: ProfileCard): NewLikesChange {
  const known = queryClient.getQueryData<LikesAnswer>(keys.likes);
  const like = known?.liked_by.find(({ id }) => id === profile.id);
  if (!known || !like) return 'unknown';
  const news = like.like_new ? -1 : 0;
  changeLikes(
    queryClient,
    known,
    known.liked_by.filter((other) => other !== like),
    news,
  );
  return news;
}
