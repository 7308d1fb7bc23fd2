import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/account';
import { type LikesAnswer, openLike } from '#contract/likes';
import { call } from '../../api/call.ts';
import { keys } from '../../session/keys.ts';
import { useUser } from '../../session/user.ts';

/** Takes a like off the new ones, in the list and on the badge; a like already seen changes nothing. */
function markSeen(client: QueryClient, id: string): void {
  const likes = client.getQueryData<LikesAnswer>(keys.likes);
  if (!likes?.liked_by.some((like) => like.id === id && like.like_new)) return;
  const left = Math.max(0, likes.totals.new_likes - 1);
  client.setQueryData<LikesAnswer>(keys.likes, {
    ...likes,
    liked_by: likes.liked_by.map((like) => (like.id === id ? { ...like, like_new: false } : like)),
    totals: { ...likes.totals, new_likes: left },
  });
  client.setQueryData<User | null>(keys.user, (user) => user && { ...user, badge: { ...user.badge, new_likes: left } });
}

/** Tells the server, once, that this like was opened. A list read in the meantime is put right again after it. */
export function useOpenedLike(id: string, isFromLikes: boolean): void {
  const client = useQueryClient();
  const isMember = useUser() !== null;
  const opened = useRef('');
  useEffect(() => {
    if (!isFromLikes || !isMember || opened.current === id) return;
    opened.current = id;
    markSeen(client, id);
    call(openLike, { profile: id }).then(
      () => markSeen(client, id),
      () => client.invalidateQueries({ queryKey: keys.likes }),
    );
  }, [client, id, isFromLikes, isMember]);
}
