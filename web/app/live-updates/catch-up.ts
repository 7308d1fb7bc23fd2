import type { User } from '#contract/account';
import type { LikesAnswer } from '#contract/likes';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { onSocketState, socketState } from '../../realtime/member-events.ts';
import { askUserAnew, currentUser } from '../../session/user.ts';

const badgeOf = (user: User | null) => (user ? `${user.badge.unread_messages} ${user.badge.new_likes}` : '');

/** The first poll asks for badge and likes side by side: what came between the two answers is in one of them only. */
const isBehind = ({ badge }: User) => {
  const likes = queryClient.getQueryData<LikesAnswer>(keys.likes);
  return likes !== undefined && likes.totals.new_likes !== badge.new_likes;
};

/** A first connection brings nothing that came before it; the badge tells whether anything did. */
async function catchUp(): Promise<void> {
  const before = badgeOf(currentUser());
  const user = await askUserAnew().catch(() => null);
  if (!user || (badgeOf(user) === before && !isBehind(user))) return;
  void queryClient.invalidateQueries({ queryKey: keys.chats });
  void queryClient.invalidateQueries({ queryKey: keys.likes });
}

/** Reads what came before the room was reached, once, as soon as it is. */
export function followFirstOpening(): () => void {
  const stop = onSocketState(() => {
    if (socketState() !== 'open') return;
    stop();
    void catchUp();
  });
  return stop;
}
