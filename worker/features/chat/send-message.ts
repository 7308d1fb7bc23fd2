import * as v from 'valibot';
import type { CanSendCode, sendMessage as endpoint, Price } from '#contract/chat';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { ErrorCode } from '#contract/errors';
import { brokenConstraint, together } from '#db/client';
import { conversationOf, firstMessagesSince, type MessageRow, messageByClientId } from '#db/queries/chat/conversations';
import { type Opening, type Send, type Situation, sendStatements } from '#db/queries/chat/send-message';
import { eventText, writtenEvents } from '#db/queries/shared/event-outbox';
import type { SessionClaim } from '#db/queries/shared/sessions';
import { eventRow } from '../../delivery/event-outbox.ts';
import { Answer } from '../../domain/answer-with-status.ts';
import type { Context, Member } from '../../domain/context.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { asMember, keepAlive } from '../../domain/require-session.ts';
import { randomId, sha256 } from '../../lib/crypto.ts';
import { messageOf } from './message-serializer.ts';
import { sendPass, situationIn } from './send-pass.ts';
import {
  type ConversationRow,
  endOf,
  type FirstMessageRows,
  firstMessagesFrom,
  partiesOf,
  type SendingRules,
  sendingRules,
  situationOf,
  unhindered,
} from './sending-rules.ts';
import { holdsOneOf, plainText } from './text-normalization.ts';

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

/**
 * Sends one message, once for each client_id (docs/product.md, "Idempotent sends"). With a send pass whose facts still hold it takes one
 * trip: the batch that writes the message also proves the session and the facts. Otherwise it takes two: session and facts are read, then
 * the same batch writes (docs/decisions/0042-send-with-a-pass-in-one-trip.md).
 */
export async function sendMessage(ctx: Context, input: Input): Promise<Answer<Output>> {
  return (await sendAtOnce(ctx, input)) ?? sendJudged(ctx, input);
}

/** Null when the pass is worth nothing here, or what it says has changed, or credits lack: whoever judges by the rows says what it is. */
async function sendAtOnce(ctx: Context, { conversation, message, send_pass }: Input): Promise<Answer<Output> | null> {
  const { claim } = ctx.session;
  const situation = claim && send_pass ? await situationIn(ctx, send_pass, claim.memberId, conversation.id) : null;
  if (!claim || !situation) return null;
  const { price, whyNot } = sendingRules(ctx, unhindered(claim.memberId), situation, []);
  if (whyNot !== null) return null;
  const written = await write(ctx, sendOf(ctx, claim, conversation.id, message, situation), null, price);
  if (typeof written === 'string') return null;
  keepAlive(ctx, written.sender);
  return acknowledged(ctx, written, situation);
}

async function sendJudged(ctx: Context, input: Input): Promise<Answer<Output>> {
  const { conversation, message } = input;
  for (let left = TRIES; ; left -= 1) {
    const [member, rows, sent, firsts] = await asMember(ctx, (me, db) => [
      conversationOf(db, me, conversation.id),
      messageByClientId(db, me, message.client_id),
      firstMessagesSince(db, me, firstMessagesFrom(ctx.now)),
    ]);
    if (sent[0]) return repeated(input, sent[0], member);
    const row = rows[0] ?? refuse('not_found');
    const situation = situationOf(member, row);
    const rules = sendingRules(ctx, partiesOf(member, row), situation, firsts);
    const opening = row.openerId === null ? await openingOf(ctx, message.text, row, rules) : null;
    holdToRules(ctx, rules, firsts, opening);
    const { claim } = ctx.session;
    const written = await write(ctx, sendOf(ctx, claim ?? refuse('signed_out'), conversation.id, message, situation), opening, rules.price);
    if (typeof written !== 'string') return acknowledged(ctx, written, situation);
    if (written.startsWith('CHECK')) refuse('not_enough_credits');
    // A twin of this send came first, or what it was judged by has changed: judge anew.
    if (left === 1) throw new Error(`a send was overtaken ${TRIES} times: ${written}`);
  }
}

type Written = Exclude<Awaited<ReturnType<typeof write>>, string>;

/** With the pass for the next one, so that a page that goes on talking never needs to ask for it. */
async function acknowledged(ctx: Context, { message, sender }: Written, situation: Situation): Promise<Answer<Output>> {
  const next = { ...situation, openerId: situation.openerId ?? sender.id };
  return new Answer(201, {
    message,
    credits: sender.credits,
    send_pass: await sendPass(ctx, sender.id, message.conversation_id, next, null),
  });
}

function repeated(input: Input, sent: MessageRow, member: Member): Answer<Output> {
  const isSame = sent.text === input.message.text && sent.conversationId === input.conversation.id;
  if (!isSame) return refuse('client_id_reused');
  return new Answer(200, { message: messageOf(sent), credits: member.credits, send_pass: '' });
}

function holdToRules(
  { settings }: Context,
  { whyNot, firstMessages }: SendingRules,
  firsts: FirstMessageRows,
  opening: Opening | null,
): void {
  if (whyNot === 'first_message_limit') refuseUntil(whyNot, settings.first_messages_a_day, firsts);
  if (whyNot) throw new Refusal(REFUSALS[whyNot]);
  const same = firsts.filter((first) => first.textHash === opening?.textHash);
  if (firstMessages && same.length >= settings.same_text_strangers) refuseUntil('same_text', settings.same_text_strangers, same);
}

function refuseUntil(code: ErrorCode, limit: number, counted: FirstMessageRows): never {
  const end = endOf(counted, limit);
  return refuse(code, { limit, ...(end === null ? {} : { ends_at: new Date(end).toISOString() }) });
}

const HiddenWords = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/**
 * Whether this first message makes the conversation a message request, because it holds one of its recipient's hidden words
 * (docs/product.md, "Message requests").
 */
const isAside = ({ hiddenWords }: ConversationRow, text: string): boolean =>
  hiddenWords !== null && holdsOneOf(text, v.parse(HiddenWords, hiddenWords));

async function openingOf(
  { settings, now }: Context,
  text: string,
  row: ConversationRow,
  { firstMessages }: SendingRules,
): Promise<Opening> {
  return {
    isCounted: firstMessages ? 1 : 0,
    textHash: await sha256(plainText(text)),
    countedSince: firstMessagesFrom(now),
    mostPerDay: settings.first_messages_a_day,
    mostOfOneText: settings.same_text_strangers,
    hiddenWords: row.hiddenWords,
    isAside: isAside(row, text) ? 1 : 0,
  };
}

const sendOf = (
  { now }: Context,
  { memberId, tokenHash }: SessionClaim,
  conversationId: string,
  { client_id, text }: Input['message'],
  situation: Situation,
): Send => ({
  ...situation,
  id: randomId(),
  conversationId,
  senderId: memberId,
  tokenHash,
  clientId: client_id,
  text,
  createdAt: now,
});

/** What came of it, or the constraint that refused it: a changed situation, a repeat, too few credits. */
async function write(ctx: Context, send: Send, opening: Opening | null, { credits: cost }: Price) {
  const { db, now } = ctx;
  const event = { type: 'message.sent' as const, message: messageOf({ ...send, seq: 0 }), unread: { conversation: 0, total: 0 } };
  const statements = sendStatements(
    db,
    send,
    opening,
    { cost, ledgerId: randomId() },
    {
      toRecipient: eventText(eventRow(send.recipientId, event, now)),
      idToSender: randomId(),
      creditsToSender: eventText(eventRow(send.senderId, { type: 'credits.changed', credits: 0 }, now)),
    },
  );
  try {
    const [inserted, , , , , , , told, credits, afterwards] = await together(db, statements);
    ctx.publish({ events: writtenEvents(told, credits) });
    const [{ seq } = refuse('conflict')] = inserted;
    const [sender = refuse('conflict')] = afterwards;
    return { sender, message: messageOf({ ...send, seq }) };
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken && /^(CHECK|NOT NULL messages|UNIQUE messages)/.test(broken)) return broken;
    throw error;
  }
}
