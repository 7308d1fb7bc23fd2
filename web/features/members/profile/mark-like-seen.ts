import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/account';
import { type LikerCard, type LikesAnswer, markLikeSeen } from '#contract/likes';
import { updateCachedAnswer } from '../../../api/cache-update.ts';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useUser } from '../../../session/user.ts';

/** The likes with the one of member `id` no longer marked as new. */
const withLikeSeen = (likes: readonly LikerCard[], id: string) =>
  likes.map((like) => (like.id === id ? { ...like, like_new: false } : like));

/** Marks a like as seen in the cached lists and lowers the badge by one; without effect on the badge if the like was not new. */
function markSeen(client: QueryClient, id: string): void {
  updateCachedAnswer<InfiniteData<LikesAnswer>>(client, queryKeys.likesOf('liked_by'), (cached) => ({
    ...cached,
    pages: cached.pages.map((page) => ({ ...page, liked_by: withLikeSeen(page.liked_by, id) })),
  }));
  const likes = client.getQueryData<LikesAnswer>(queryKeys.likes);
  if (!likes?.liked_by.some((like) => like.id === id && like.like_new)) return;
  const newLikes = Math.max(0, likes.totals.new_likes - 1);
  const totals = { ...likes.totals, new_likes: newLikes };
  updateCachedAnswer<LikesAnswer>(client, queryKeys.likes, () => ({ ...likes, liked_by: withLikeSeen(likes.liked_by, id), totals }));
  updateCachedAnswer<User>(client, queryKeys.user, (user) => ({ ...user, badge: { ...user.badge, new_likes: newLikes } }));
}

/**
 * Tells the server once that the like of member `id` was seen: on a page under `/likes/` or, while there are new likes, on any page of a
 * member who likes the viewer. The caches are updated again after the call, as a list may have been read meanwhile; if the call fails, the
 * likes are read again.
 */
export function useMarkLikeSeen(id: string, isFromLikes: boolean, likesMe: boolean): void {
  const client = useQueryClient();
  const user = useUser();
  const isSeenNow = user !== null && (isFromLikes || (likesMe && user.badge.new_likes > 0));
  const markedId = useRef('');
  useEffect(() => {
    if (!isSeenNow || markedId.current === id) return;
    markedId.current = id;
    markSeen(client, id);
    call(markLikeSeen, { profile: id }).then(
      () => markSeen(client, id),
      () => client.invalidateQueries({ queryKey: queryKeys.likes }),
    );
  }, [client, id, isSeenNow]);
}
