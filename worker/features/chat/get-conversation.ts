import type { getConversation as endpoint } from '#contract/chat';
import { HOUR } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { LikeQuotes } from '#contract/quotes';
import { conversationOf, firstMessagesSince, messagesOf } from '#db/queries/chat/conversations';
import { roomNameOf, signTypingPass } from '#room/tokens';
import type { Context, Member } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { cardOf, unavailableCard } from '../../domain/profile-card.ts';
import { parseQuote } from '../../domain/quote.ts';
import { requireSession } from '../../domain/require-session.ts';
import { shownText } from '../../domain/shown-text.ts';
import { randomId } from '../../lib/crypto.ts';
import { isoTimeOrNull } from '../../lib/iso-time.ts';
import { roomSecretOf } from '../../rooms/room-secret.ts';
import { messageOf } from './message-serializer.ts';
import { type ConversationRow, firstMessageWindowStart, partiesOf, priceAndPermissionOf, sendPassFactsOf } from './price-and-permission.ts';
import { issueSendPass } from './send-pass.ts';

/**
 * A page of messages of one of the caller's conversations, with the price of the next message. A conversation of others is refused like
 * an unknown one.
 */
export async function getConversation(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { conversation: id, limit, before, after } = input;
  const {
    member,
    conversations: [row = refuse('not_found')],
    messages,
    firstMessageRows,
  } = await requireSession(
    ctx,
    (me, db) => ({
      conversations: conversationOf(db, me, id),
      messages: messagesOf(db, me, id, { before, after, limit: limit + 1 }),
      firstMessageRows: firstMessagesSince(db, me, firstMessageWindowStart(ctx.now)),
    }),
    'readDb',
  );
  const page = messages
    .slice(0, limit)
    .map(({ message, about }) => messageOf({ ...message, text: shownText(message.text, member.locale) }, parseQuote(about)));
  const passFacts = sendPassFactsOf(member, row);
  const { price, canSendCode, firstMessageAllowance } = priceAndPermissionOf(ctx, partiesOf(member, row), passFacts, firstMessageRows);
  return {
    messages: page.toSorted((a, b) => a.seq - b.seq),
    has_more: messages.length > limit,
    profile: row.blocksMe === 1 ? unavailableCard(row.id) : cardOf(row, 'member', ctx.now),
    read_to: row.participant.readTo,
    read_by_other_to: row.otherReadTo,
    price,
    can_send: { ok: canSendCode === null, code: canSendCode },
    first_messages: firstMessageAllowance && {
      left: firstMessageAllowance.left,
      resets_at: isoTimeOrNull(firstMessageAllowance.resetsAt),
    },
    typing_pass: await signTypingPassFor(ctx, member, row),
    send_pass: await issueSendPass(ctx, member.id, id, passFacts, canSendCode),
    liked: likedOf(row),
    is_stranger: passFacts.isMatch === 0 && row.haveWritten === 0,
    is_aside: row.participant.isMessageRequest,
  };
}

/** What the two like of each other; nothing of a like that the caller cannot see, as of somebody unconfirmed or gone. */
const likedOf = (row: ConversationRow): LikeQuotes => ({
  mine: parseQuote(row.myLikeQuote),
  theirs: row.status === 'active' && row.blocksMe === 0 ? parseQuote(row.theirLikeQuote) : null,
});

/**
 * The pass by which the caller's room forwards typing signals to the room of the other. Returns '' if a block stands between the two or the
 * other has left.
 */
async function signTypingPassFor(ctx: Context, member: Member, row: ConversationRow): Promise<string> {
  if (row.iBlock === 1 || row.blocksMe === 1 || (row.status !== 'active' && row.status !== 'not_confirmed')) return '';
  const secret = await roomSecretOf(ctx.env);
  return signTypingPass(secret, {
    id: randomId(),
    conversation: row.participant.conversationId,
    member: member.id,
    room: await roomNameOf(secret, row.id),
    is_presence_shown: !row.hidePresence,
    expires_at: ctx.now + HOUR,
  });
}
