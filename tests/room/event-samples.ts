import { BLANK_CARD, type ProfileCard } from '#contract/profile';
import type { StoredEvent } from '#contract/realtime';
import { CONVERSATION } from './room-fixture.ts';

/** A member card with this id; the other fields are constant. */
export const card = (id: string): ProfileCard => ({ ...BLANK_CARD, id, name: 'Noor', age: 31, is_online: true });

export const userChanged: StoredEvent = { type: 'user.changed' };
export const creditsChanged = (credits: number): StoredEvent => ({ type: 'credits.changed', credits });
export const likeReceived = (number: number): StoredEvent => ({
  type: 'like.received',
  profile: card(`liker-${String(number).padStart(16, '0')}`),
  badge: { unread_messages: 0, new_likes: number },
});
export const likeWithdrawn = (number: number): StoredEvent => ({
  type: 'like.withdrawn',
  profile: card(`liker-${String(number).padStart(16, '0')}`),
  badge: { unread_messages: 0, new_likes: 0 },
});
export const badgeChanged = (newLikes: number) => ({ type: 'badge.changed' as const, unread_messages: 0, new_likes: newLikes });
export const messageSent = (unread: number, id = 'message-number-1-of-01'): StoredEvent => ({
  type: 'message.sent',
  message: {
    id,
    client_id: 'client-id-of-message-1',
    conversation_id: CONVERSATION,
    seq: 1,
    sender_id: 'the-other-of-the-two-1',
    text: 'Hoi',
    created_at: '2026-03-01T12:00:00.000Z',
  },
  unread: { conversation: unread, total: unread },
});
export const messageChanged = (text: string, id = 'message-number-1-of-01'): StoredEvent => ({
  type: 'message.changed',
  conversation: CONVERSATION,
  message: { id, seq: 1, text },
});
