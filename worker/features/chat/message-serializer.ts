import type { Message } from '#contract/chat';
import type { Quote } from '#contract/quotes';
import type { MessageRow } from '#db/queries/chat/conversations';
import { isoTime } from '../../lib/iso-time.ts';

/** A stored message in the form that the API and the rooms send, with what it quotes. */
export const messageOf = (row: MessageRow, about: Quote | null): Message => ({
  id: row.id,
  client_id: row.clientId,
  conversation_id: row.conversationId,
  seq: row.seq,
  sender_id: row.senderId,
  text: row.text,
  created_at: isoTime(row.createdAt),
  ...(about ? { about } : {}),
});
