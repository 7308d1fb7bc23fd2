import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/account';
import { type LikedBy, type LikesAnswer, openLike } from '#contract/likes';
import { patchAnswer } from '../../../api/cache-update.ts';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/query-keys.ts';
import { useUser } from '../../../session/user.ts';

const seenIn = (likes: readonly LikedBy[], id: string) => likes.map((like) => (like.id === id ? { ...like, like_new: false } : like));

/** Takes a like off the new ones, in the lists and on the badge; a like already seen changes nothing. */
function markSeen(client: QueryClient, id: string): void {
  patchAnswer<InfiniteData<LikesAnswer>>(client, keys.likesOf('liked_by'), (known) => ({
    ...known,
    pages: known.pages.map((page) => ({ ...page, liked_by: seenIn(page.liked_by, id) })),
  }));
  const likes = client.getQueryData<LikesAnswer>(keys.likes);
  if (!likes?.liked_by.some((like) => like.id === id && like.like_new)) return;
  const left = Math.max(0, likes.totals.new_likes - 1);
  const totals = { ...likes.totals, new_likes: left };
  patchAnswer<LikesAnswer>(client, keys.likes, () => ({ ...likes, liked_by: seenIn(likes.liked_by, id), totals }));
  patchAnswer<User>(client, keys.user, (user) => ({ ...user, badge: { ...user.badge, new_likes: left } }));
}

/** Tells the server, once, that this like was seen: in its own place, or where a page says that this member likes me. A list read in the meantime is put right again after it. */
export function useOpenedLike(id: string, isFromLikes: boolean, likesMe: boolean): void {
  const client = useQueryClient();
  const user = useUser();
  const isSeen = user !== null && (isFromLikes || (likesMe && user.badge.new_likes > 0));
  const opened = useRef('');
  useEffect(() => {
    if (!isSeen || opened.current === id) return;
    opened.current = id;
    markSeen(client, id);
    call(openLike, { profile: id }).then(
      () => markSeen(client, id),
      () => client.invalidateQueries({ queryKey: keys.likes }),
    );
  }, [client, id, isSeen]);
}
