import type { QueryKey } from '@tanstack/react-query';
import type { User } from '#contract/account';
import type { LikesAnswer } from '#contract/likes';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { onSocketState, socketState } from '../../realtime/member-events.ts';
import { currentUser, refetchUser } from '../../session/user.ts';

const badgeOf = (user: User | null) => (user ? `${user.badge.unread_messages} ${user.badge.new_likes}` : '');

/** Whether the cached likes disagree with the badge: the first poll asks for both at once, so a like may be in only one of the answers. */
const isBehind = ({ badge }: User) => {
  const likes = queryClient.getQueryData<LikesAnswer>(queryKeys.likes);
  return likes !== undefined && likes.totals.new_likes !== badge.new_likes;
};

/** Whether an answer is the one that came with the page: it was read before all code of the page had loaded. */
const cameWithPage = (queryKey: QueryKey): boolean => queryClient.getQueryState(queryKey)?.dataUpdateCount === 0;

/**
 * Reloads chats and likes if the badge changed since the page loaded, and those that came with the page, because a first connection delivers
 * no earlier events.
 */
async function catchUp(): Promise<void> {
  const before = badgeOf(currentUser());
  const user = await refetchUser().catch(() => null);
  if (!user) return;
  const isChanged = badgeOf(user) !== before || isBehind(user);
  for (const queryKey of [queryKeys.chats, queryKeys.likes])
    if (isChanged || cameWithPage(queryKey)) void queryClient.invalidateQueries({ queryKey });
}

/** Runs `catchUp` once, when the socket first opens. Returns the function that cancels it. */
export function catchUpOnFirstConnection(): () => void {
  const stop = onSocketState(() => {
    if (socketState() !== 'open') return;
    stop();
    void catchUp();
  });
  return stop;
}
