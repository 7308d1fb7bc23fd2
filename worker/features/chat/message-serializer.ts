import type { Message } from '#contract/chat';
import type { MessageRow } from '#db/queries/chat/conversations';

/** A message as the wire has it. */
export const messageOf = (row: MessageRow): Message => ({
  id: row.id,
  client_id: row.clientId,
  conversation_id: row.conversationId,
  seq: row.seq,
  sender_id: row.senderId,
  text: row.text,
  created_at: new Date(row.createdAt).toISOString(),
});
