import type { ChatListItem } from '#contract/chat';
import type { LikedBy } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';

export interface Notice {
  id: string;
  kind: 'message' | 'like' | 'match';
  to: string;
  profile: ProfileCard;
  /** Messages it stands for. */
  count: number;
  /** When it happened, where that is known: likes carry no time. */
  at: string | null;
}

const EARLIER_SHOWN = 20;

const ofChat = ({ conversation, profile, num_unread_messages: count }: ChatListItem): Notice => ({
  id: `message ${conversation.id}`,
  kind: 'message',
  to: `/chats/${conversation.id}`,
  profile,
  count,
  at: conversation.last_message.created_at,
});

const ofLike = (profile: LikedBy): Notice => ({
  id: `like ${profile.id}`,
  kind: profile.did_like_profile ? 'match' : 'like',
  to: `/likes/m/${profile.id}`,
  profile,
  count: 1,
  at: null,
});

/** What is new, messages before likes and each newest first, and the likes that were seen before. */
export function noticesOf(chats: readonly ChatListItem[], likedBy: readonly LikedBy[]): { fresh: Notice[]; earlier: Notice[] } {
  const waiting = chats.filter(({ num_unread_messages: unread, conversation }) => unread > 0 && !conversation.is_aside);
  const known = likedBy.filter(({ is_gone: isGone }) => !isGone);
  return {
    fresh: [...waiting.map(ofChat), ...known.filter(({ like_new: isNew }) => isNew).map(ofLike)],
    earlier: known
      .filter(({ like_new: isNew }) => !isNew)
      .slice(0, EARLIER_SHOWN)
      .map(ofLike),
  };
}
