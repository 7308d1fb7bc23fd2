import * as v from 'valibot';
import { listChats as endpoint } from '#contract/chat';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { conversationListOf, conversationTotal } from '#db/queries/chat/conversations';
import type { Context, Member } from '../../domain/context.ts';
import { formatCursor, parseCursor } from '../../domain/keyset-cursor.ts';
import { cardOf, unavailableCard } from '../../domain/profile-card.ts';
import { requireSession } from '../../domain/require-session.ts';
import { shownText } from '../../domain/shown-text.ts';
import { isoTime } from '../../lib/iso-time.ts';

type Input = ParsedInputOf<typeof endpoint>;
type Output = OutputOf<typeof endpoint>;
type Me = Parameters<typeof conversationTotal>[1];

/** The statements that read a page of the conversations of a member, and one row more than it shows. */
const pageStatements = (db: Context['db'], me: Me, { before, limit }: Input) => ({
  conversations: conversationListOf(db, me, parseCursor(before), limit + 1),
  totals: conversationTotal(db, me),
});

/** The conversations of the caller, newest first (docs/product.md, "Conversation list"). */
export async function listChats(ctx: Context, input: Input): Promise<Output> {
  const { member, ...rows } = await requireSession(ctx, (me, db) => pageStatements(db, me, input), 'readDb');
  return answerOf(ctx, member, input, rows);
}

/** The initial answer of pages that begin with the conversations of a member, whose session this request has proven already. */
export async function readInitialChats(ctx: Context, member: Member): Promise<Output> {
  const input = v.parse(endpoint.input, {});
  return answerOf(ctx, member, input, await batch(ctx.readDb, pageStatements(ctx.readDb, member.id, input)));
}

interface PageRows {
  readonly conversations: Awaited<ReturnType<typeof conversationListOf>>;
  readonly totals: Awaited<ReturnType<typeof conversationTotal>>;
}

function answerOf(ctx: Context, { locale }: Member, { limit }: Input, { conversations, totals }: PageRows): Output {
  const last = conversations[limit - 1];
  return {
    chats: conversations.slice(0, limit).map((row) => {
      const lastMessageAt = isoTime(row.participant.lastAt);
      return {
        conversation: {
          id: row.participant.conversationId,
          last_message: {
            text: shownText(row.participant.lastText, locale),
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
