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

/** Reloads chats and likes if the badge changed since the page loaded, because a first connection delivers no earlier events. */
async function catchUp(): Promise<void> {
  const before = badgeOf(currentUser());
  const user = await refetchUser().catch(() => null);
  if (!user || (badgeOf(user) === before && !isBehind(user))) return;
  void queryClient.invalidateQueries({ queryKey: queryKeys.chats });
  void queryClient.invalidateQueries({ queryKey: queryKeys.likes });
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
