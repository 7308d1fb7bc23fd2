import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account';
import type { Conversation, Message } from '#contract/chat';
import type { Profile } from '#contract/profile';
import type { RoomFrame } from '#contract/realtime';
import { updateCachedAnswer } from '../../api/cache-update.ts';
import {
  applyNewMessage,
  changeChat,
  changeChats,
  changeUser,
  markConversationRead,
  removeCachedChat,
  setBadge,
} from '../../api/chat/cached-chats.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { addCachedLike, removeCachedLike } from './live-likes.ts';

type FrameOf<T extends RoomFrame['type']> = Extract<RoomFrame, { type: T }>;

/** Frames that do not change the notification list. */
const FRAMES_WITHOUT_NOTIFICATION: readonly RoomFrame['type'][] = ['typing', 'presence.changed', 'session.ended'];

/**
 * Applies a frame of the member's room to the query cache; refetches what the frame does not contain. Applying a frame twice changes
 * nothing.
 */
export function applyFrame(queryClient: QueryClient, me: string, frame: RoomFrame): void {
  const mayShowOthers = frame.type === 'user.changed' || frame.type === 'resync';
  // A search on screen keeps its results; it is refetched the next time it is opened.
  if (mayShowOthers) void queryClient.invalidateQueries({ queryKey: queryKeys.searches, refetchType: 'none' });
  if (!FRAMES_WITHOUT_NOTIFICATION.includes(frame.type)) refetch(queryClient, queryKeys.notifications);
  switch (frame.type) {
    case 'message.sent':
      return applyMessage(queryClient, frame);
    case 'message.changed':
      return applyText(queryClient, frame);
    case 'messages.read':
      return applyRead(queryClient, me, frame);
    case 'chat.deleted':
      return applyDeletion(queryClient, frame);
    case 'like.received':
      return applyLike(queryClient, frame, frame.at);
    case 'like.withdrawn':
      return applyLike(queryClient, frame, null);
    case 'match.made':
      return refetch(queryClient, queryKeys.likes, queryKeys.profile(frame.profile.id));
    case 'badge.changed':
      return applyBadge(queryClient, frame);
    case 'credits.changed':
      return changeUser(queryClient, (user) => ({ ...user, credits: frame.credits }));
    case 'presence.changed':
      return setPresence(queryClient, frame);
    case 'session.ended':
      return refetch(queryClient, queryKeys.user);
    // These frames only say that something changed: the account, or whom the member may see.
    case 'user.changed':
    case 'resync':
      return refetch(
        queryClient,
        queryKeys.user,
        queryKeys.chats,
        queryKeys.likes,
        queryKeys.conversations,
        queryKeys.profiles,
        queryKeys.shop,
      );
    case 'typing':
      return undefined;
  }
}

function refetch(queryClient: QueryClient, ...outdated: (readonly unknown[])[]): void {
  for (const queryKey of outdated) void queryClient.invalidateQueries({ queryKey });
}

/** Marks a cached conversation as stale without refetching it: an open thread receives its messages by itself. */
function markThreadStale(queryClient: QueryClient, message: Pick<Message, 'conversation_id'>): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.conversation(message.conversation_id), refetchType: 'none' });
}

function applyMessage(queryClient: QueryClient, { message, unread, is_aside: isAside = false }: FrameOf<'message.sent'>): void {
  applyNewMessage(queryClient, message, (chat) => ({
    ...chat,
    num_unread_messages: unread.conversation,
    conversation: { ...chat.conversation, is_aside: isAside },
  }));
  setBadge(queryClient, { unread_messages: unread.total, unseen_notifications: unread.unseen_notifications });
  markThreadStale(queryClient, message);
}

function applyText(queryClient: QueryClient, { conversation, message: { seq, text } }: FrameOf<'message.changed'>): void {
  changeChat(queryClient, conversation, (chat) => {
    const { last_message: last } = chat.conversation;
    return last.seq === seq ? { ...chat, conversation: { ...chat.conversation, last_message: { ...last, text } } } : chat;
  });
  // An answer that is on its way may be older.
  refetch(queryClient, queryKeys.chats);
  markThreadStale(queryClient, { conversation_id: conversation });
}

function applyRead(queryClient: QueryClient, me: string, { conversation, reader, to, unread }: FrameOf<'messages.read'>): void {
  if (reader !== me) {
    updateCachedAnswer<Conversation>(queryClient, queryKeys.conversation(conversation), (thread) => ({
      ...thread,
      read_by_other_to: Math.max(thread.read_by_other_to, to),
    }));
    return;
  }
  if (!unread) return refetch(queryClient, queryKeys.chats, queryKeys.user);
  markConversationRead(queryClient, conversation, unread);
}

function applyDeletion(queryClient: QueryClient, { conversation }: FrameOf<'chat.deleted'>): void {
  removeCachedChat(queryClient, conversation);
  queryClient.removeQueries({ queryKey: queryKeys.conversation(conversation), type: 'inactive' });
  refetch(queryClient, queryKeys.user);
}

function setPresence(queryClient: QueryClient, { profile, is_online }: FrameOf<'presence.changed'>): void {
  changeChats(queryClient, (chats) =>
    chats.map((chat) => (chat.profile.id === profile ? { ...chat, profile: { ...chat.profile, is_online } } : chat)),
  );
}

function applyLike(queryClient: QueryClient, frame: FrameOf<'like.received' | 'like.withdrawn'>, at: string | null): void {
  const { profile } = frame;
  const about = frame.type === 'like.received' ? frame.about : undefined;
  const change = at === null ? removeCachedLike(queryClient, profile) : addCachedLike(queryClient, profile, at, about);
  updateCachedAnswer<Profile>(queryClient, queryKeys.profile(profile.id), (cached) => ({ ...cached, liked_me: at !== null }));
  if (change === 'unknown') return refetch(queryClient, queryKeys.likes, queryKeys.user);
  changeUser(queryClient, (user) => ({
    ...user,
    badge: { ...user.badge, new_likes: Math.max(0, user.badge.new_likes + change) },
  }));
  setBadge(queryClient, { unseen_notifications: frame.badge?.unseen_notifications });
}

function applyBadge(queryClient: QueryClient, { unread_messages, new_likes, unseen_notifications }: FrameOf<'badge.changed'>): void {
  const before = queryClient.getQueryData<User | null>(queryKeys.user)?.badge;
  setBadge(queryClient, { unread_messages, new_likes, unseen_notifications });
  if (before && before.unread_messages !== unread_messages) refetch(queryClient, queryKeys.chats);
  // Likes can change while the number of new ones stays the same; a profile on screen may show one of them.
  refetch(queryClient, queryKeys.likes);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, ...rest] }) => kind === queryKeys.profiles[0] && rest.length === 1,
  });
}
