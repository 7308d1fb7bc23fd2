import type { listChats as endpoint } from '#contract/chat';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { conversationListOf, conversationTotal } from '#db/queries/chat/conversations';
import type { Context } from '../../domain/context.ts';
import { formatCursor, parseCursor } from '../../domain/keyset-cursor.ts';
import { cardOf, unavailableCard } from '../../domain/profile-card.ts';
import { requireSession } from '../../domain/require-session.ts';
import { isoTime } from '../../lib/iso-time.ts';

/** The conversations of the caller, newest first (docs/product.md, "Conversation list"). */
export async function listChats(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { limit } = input;
  const cursor = parseCursor(input.before);
  const { conversations, totals } = await requireSession(
    ctx,
    (me, db) => ({ conversations: conversationListOf(db, me, cursor, limit + 1), totals: conversationTotal(db, me) }),
    'readDb',
  );
  const last = conversations[limit - 1];
  return {
    chats: conversations.slice(0, limit).map((row) => {
      const lastMessageAt = isoTime(row.participant.lastAt);
      return {
        conversation: {
          id: row.participant.conversationId,
          last_message: {
            text: row.participant.lastText,
            sender_id: row.participant.lastSenderId,
            seq: row.participant.lastSeq,
            created_at: lastMessageAt,
          },
          updated_at: lastMessageAt,
          is_aside: row.participant.isMessageRequest,
        },
        profile: row.blocksMe === 1 ? unavailableCard(row.id) : cardOf(row, 'member', ctx.now),
        num_unread_messages: row.participant.unread,
      };
    }),
    total: totals[0]?.total ?? 0,
    next: last && conversations.length > limit ? formatCursor({ at: last.participant.lastAt, id: last.participant.conversationId }) : null,
  };
}
