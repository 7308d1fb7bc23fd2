import type { QueryClient } from '@tanstack/react-query';
import type { LikedBy, LikesAnswer } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';
import { patchAnswer } from '../../api/cache-update.ts';
import { keys } from '../../api/query-keys.ts';

/** How many more new likes there are now; unknown when the list is not at hand and only the server can tell. */
export type NewLikesChange = number | 'unknown';

/** By how much the new likes and the matches change. */
interface Change {
  news: number;
  matches: number;
}

function changeLikes(queryClient: QueryClient, before: LikesAnswer, likedBy: LikedBy[], { news, matches }: Change): void {
  const totals = {
    ...before.totals,
    liked_by: before.totals.liked_by + likedBy.length - before.liked_by.length,
    matches: Math.max(0, before.totals.matches + matches),
    new_likes: Math.max(0, before.totals.new_likes + news),
  };
  patchAnswer<LikesAnswer>(queryClient, keys.likes, () => ({ ...before, liked_by: likedBy, totals }));
  for (const type of ['liked_by', 'matches'] as const) void queryClient.invalidateQueries({ queryKey: keys.likesOf(type) });
}

export function putLike(queryClient: QueryClient, profile: ProfileCard, at: string): NewLikesChange {
  const known = queryClient.getQueryData<LikesAnswer>(keys.likes);
  if (!known) return 'unknown';
  if (known.liked_by.some(({ id }) => id === profile.id)) return 0;
  const like = { ...profile, liked_at: at, like_new: true };
  changeLikes(queryClient, known, [like, ...known.liked_by], { news: 1, matches: Number(profile.did_like_profile) });
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
    { news, matches: -Number(like.did_like_profile) },
  );
  return news;
}
