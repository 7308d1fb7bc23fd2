import type { ChatListItem } from '#contract/chat';
import type { Liked, LikedBy, LikesAnswer } from '#contract/likes';
import type { ProfileCard } from '#contract/profile';

export interface Notice {
  id: string;
  kind: 'message' | 'like' | 'match';
  to: string;
  profile: ProfileCard;
  /** Messages it stands for. */
  count: number;
  at: string;
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

/** A like that is returned is a match since the later of the two. */
const ofLike = (profile: LikedBy, mine: Liked | undefined): Notice => ({
  id: `like ${profile.id}`,
  kind: profile.did_like_profile ? 'match' : 'like',
  to: `/likes/m/${profile.id}`,
  profile,
  count: 1,
  at: profile.did_like_profile && mine && mine.liked_at > profile.liked_at ? mine.liked_at : profile.liked_at,
});

const newestFirst = (a: Notice, b: Notice) => b.at.localeCompare(a.at);

/** What is new and the likes that were seen before, each newest first. */
export function noticesOf(
  chats: readonly ChatListItem[],
  { profiles, liked_by: likedBy }: Pick<LikesAnswer, 'profiles' | 'liked_by'>,
): { fresh: Notice[]; earlier: Notice[] } {
  const mine = new Map(profiles.map((liked) => [liked.id, liked]));
  const waiting = chats.filter(({ num_unread_messages: unread, conversation }) => unread > 0 && !conversation.is_aside);
  const known = likedBy.filter(({ is_gone: isGone }) => !isGone);
  const noticesFrom = (likes: readonly LikedBy[]) => likes.map((like) => ofLike(like, mine.get(like.id)));
  return {
    fresh: [...waiting.map(ofChat), ...noticesFrom(known.filter(({ like_new: isNew }) => isNew))].sort(newestFirst),
    earlier: noticesFrom(known.filter(({ like_new: isNew }) => !isNew))
      .sort(newestFirst)
      .slice(0, EARLIER_SHOWN),
  };
}
