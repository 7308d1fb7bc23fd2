import type { listChats as endpoint } from '#contract/chat';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { type InboxCursor, inboxOf, inboxTotal } from '#db/queries/chat';
import { asMember } from '../../domain/as-member.ts';
import { cardOf, goneCard } from '../../domain/card.ts';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';

const CURSOR = /^(\d{1,16})\.([\w-]{22})$/;

function cursorOf(before: string | undefined): InboxCursor | null {
  if (before === undefined) return null;
  const [, lastAt, conversationId = ''] = CURSOR.exec(before) ?? refuseFields({ before: 'unknown' });
  return { lastAt: Number(lastAt), conversationId };
}

/** My conversations, newest first (api.md, chats.php). */
export async function listChats(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { limit } = input;
  const cursor = cursorOf(input.before);
  const [, rows, totals] = await asMember(ctx, (me, db) => [inboxOf(db, me, cursor, limit + 1), inboxTotal(db, me)], 'readDb');
  const last = rows[limit - 1];
  return {
    chats: rows.slice(0, limit).map((row) => {
      const at = new Date(row.side.lastAt).toISOString();
      return {
        conversation: {
          id: row.side.conversationId,
          last_message: { text: row.side.lastText, sender_id: row.side.lastSenderId, seq: row.side.lastSeq, created_at: at },
          updated_at: at,
          is_aside: false,
        },
        profile: row.blocksMe === 1 ? goneCard(row.id) : cardOf(row, 'member', ctx.now),
        num_unread_messages: row.side.unread,
      };
    }),
    total: totals[0]?.total ?? 0,
    next: last && rows.length > limit ? `${last.side.lastAt}.${last.side.conversationId}` : null,
  };
}
