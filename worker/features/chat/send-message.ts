import * as v from 'valibot';
import type { CanSendCode, sendMessage as endpoint } from '#contract/chat';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { ErrorCode } from '#contract/errors';
import { brokenConstraint, together } from '#db/client';
import { conversationOf, firstMessagesSince, type MessageRow, messageByClientId } from '#db/queries/chat';
import { writtenEvents } from '#db/queries/outbox';
import { type Send, sendStatements } from '#db/queries/send-message';
import { Answer } from '../../domain/answer.ts';
import { asMember } from '../../domain/as-member.ts';
import type { Context, Member } from '../../domain/context.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { randomId, sha256 } from '../../domain/ids.ts';
import { holdsOneOf, plainText } from '../../domain/plain-words.ts';
import { eventRow } from '../../platform/publish.ts';
import { messageOf } from './message-shape.ts';
import { type ConversationRow, endOf, type FirstMessageRows, firstMessagesFrom, type SendingRules, sendingRules } from './sending-rules.ts';

type Input = ParsedInputOf<typeof endpoint>;
type Output = OutputOf<typeof endpoint>;

/** How often a send is judged anew when the situation changed between its two trips. */
const TRIES = 4;
const REFUSALS: Record<CanSendCode, ErrorCode> = {
  not_confirmed: 'not_confirmed',
  not_enough_credits: 'not_enough_credits',
  blocked: 'blocked',
  gone: 'not_found',
  first_message_limit: 'first_message_limit',
};

/** Sends one message, once per client_id: two trips, session and rules, then everything in one batch (api.md, Talking). */
export async function sendMessage(ctx: Context, input: Input): Promise<Answer<Output>> {
  for (let left = TRIES; ; left -= 1) {
    const [member, rows, sent, firsts] = await asMember(ctx, (me, db) => [
      conversationOf(db, me, input.conversation.id),
      messageByClientId(db, me, input.message.client_id),
      firstMessagesSince(db, me, firstMessagesFrom(ctx.now)),
    ]);
    if (sent[0]) return repeated(input, sent[0], member);
    const row = rows[0] ?? refuse('not_found');
    const rules = sendingRules(ctx, member, row, firsts);
    const textHash = await sha256(plainText(input.message.text));
    holdToRules(ctx, rules, firsts, textHash);
    try {
      return await deliver(ctx, sendOf(ctx, input, { member, row, rules, textHash }));
    } catch (error) {
      const broken = brokenConstraint(error);
      if (broken?.startsWith('CHECK')) refuse('not_enough_credits');
      // A twin of this send came first, or a block, a deletion, other hidden words or the other's first message came between: judge anew.
      const changed = broken?.startsWith('NOT NULL messages') || broken?.startsWith('UNIQUE messages');
      if (!changed || left === 1) throw error;
    }
  }
}

function repeated(input: Input, sent: MessageRow, member: Member): Answer<Output> {
  const isSame = sent.text === input.message.text && sent.conversationId === input.conversation.id;
  if (!isSame) return refuse('client_id_reused');
  return new Answer(200, { message: messageOf(sent), credits: member.credits });
}

function holdToRules({ settings }: Context, { whyNot, firstMessages }: SendingRules, firsts: FirstMessageRows, textHash: string): void {
  if (whyNot === 'first_message_limit') refuseUntil(whyNot, settings.first_messages_a_day, firsts);
  if (whyNot) throw new Refusal(REFUSALS[whyNot]);
  const same = firsts.filter((first) => first.textHash === textHash);
  if (firstMessages && same.length >= settings.same_text_strangers) refuseUntil('same_text', settings.same_text_strangers, same);
}

function refuseUntil(code: ErrorCode, limit: number, counted: FirstMessageRows): never {
  const end = endOf(counted, limit);
  return refuse(code, { limit, ...(end === null ? {} : { ends_at: new Date(end).toISOString() }) });
}

const HiddenWords = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** Whether this is a first message that holds one of its recipient's hidden words: it lies aside (api.md, chats.php). */
const isAside = ({ hiddenWords }: ConversationRow, text: string): boolean =>
  hiddenWords !== null && holdsOneOf(text, v.parse(HiddenWords, hiddenWords));

interface Judged {
  readonly member: Member;
  readonly row: ConversationRow;
  readonly rules: SendingRules;
  readonly textHash: string;
}

function sendOf({ settings, now }: Context, { conversation, message }: Input, { member, row, rules, textHash }: Judged): Send {
  return {
    id: randomId(),
    conversationId: conversation.id,
    senderId: member.id,
    recipientId: row.id,
    clientId: message.client_id,
    text: message.text,
    createdAt: now,
    cost: rules.price.credits,
    openerId: row.openerId,
    isFirst: rules.firstMessages ? 1 : 0,
    textHash,
    firstSince: firstMessagesFrom(now),
    firstPerDay: settings.first_messages_a_day,
    sameText: settings.same_text_strangers,
    hiddenWords: row.hiddenWords,
    isAside: isAside(row, message.text) ? 1 : 0,
  };
}

async function deliver({ db, now, publish }: Context, send: Send): Promise<Answer<Output>> {
  const event = { type: 'message.sent' as const, message: messageOf({ ...send, seq: 0 }), unread: { conversation: 0, total: 0 } };
  const [, , , , , , , toRecipient, toSender, credits, written] = await together(
    db,
    sendStatements(db, send, randomId(), {
      toRecipient: eventRow(send.recipientId, event, now),
      toSender: eventRow(send.senderId, event, now),
      creditsToSender: eventRow(send.senderId, { type: 'credits.changed', credits: 0 }, now),
    }),
  );
  publish({ events: writtenEvents(toRecipient, toSender, credits) });
  const { message, credits: balance } = written[0] ?? refuse('conflict');
  return new Answer(201, { message: messageOf(message), credits: balance });
}
