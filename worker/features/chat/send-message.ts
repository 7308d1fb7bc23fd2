import * as v from 'valibot';
import {
  CAN_SEND_REFUSALS,
  type ExpectedPrice,
  type sendMessage as endpoint,
  type Message,
  type Price,
  type SendErrorCode,
} from '#contract/chat';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { LimitCode } from '#contract/errors';
import type { Quote, QuotedBlock } from '#contract/quotes';
import { batch, type Rows, violatedConstraint } from '#db/client';
import { conversationOf, firstMessagesSince, messageByClientId } from '#db/queries/chat/conversations';
import { type FirstMessageCheck, type OutgoingMessage, type SendPassFacts, sendStatements } from '#db/queries/chat/send-message';
import type { AttemptCounter } from '#db/queries/shared/attempt-counters';
import { type EventOutboxRow, eventText, writtenEvents } from '#db/queries/shared/event-outbox';
import type { SessionCredential } from '#db/queries/shared/sessions';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import { AnswerWithStatus } from '../../domain/answer-with-status.ts';
import type { Context, Member } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { deferLimits, enforceDeferredLimits, waiveLimits } from '../../domain/limits.ts';
import { parseQuote, storedBlockOf } from '../../domain/quote.ts';
import { recordActivity, requireSession } from '../../domain/require-session.ts';
import { shownText } from '../../domain/shown-text.ts';
import { randomId, sha256 } from '../../lib/crypto.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { messageOf } from './message-serializer.ts';
import {
  type ConversationRow,
  type FirstMessageRows,
  firstMessageWindowStart,
  limitResetAt,
  nextPriceOf,
  type PriceAndPermission,
  partiesOf,
  priceAndPermissionOf,
  sendPassFactsOf,
} from './price-and-permission.ts';
import { issueSendPass, readSendPass } from './send-pass.ts';
import { containsAnyPhrase, normalizedText } from './text-normalization.ts';

type Input = ParsedInputOf<typeof endpoint>;
type SentMessage = Rows<{ sent: ReturnType<typeof messageByClientId> }>['sent'][number];
type Output = OutputOf<typeof endpoint>;

/** How many attempts a send gets while what it is judged by changes between its two round trips. */
const MAX_ATTEMPTS = 4;

/**
 * Sends one message, once for each client_id (docs/product.md, "Idempotent sends"). With a send pass whose facts still hold it takes one
 * round trip: the batch that writes the message also proves the session and the facts. Otherwise it takes two: session and facts are read,
 * then the same batch writes (docs/decisions/0042-send-with-a-pass-in-one-trip.md).
 */
export async function sendMessage(ctx: Context, input: Input): Promise<AnswerWithStatus<Output>> {
  return (await sendWithPass(ctx, input)) ?? sendAfterReading(ctx, input);
}

/**
 * Sends by the facts in the send pass. Returns null if there is no valid pass for this member and conversation, if its facts have changed,
 * if credits are missing, if the price is higher than expected, if the client id is taken or above a limit; the caller then reads the rows
 * and decides by them.
 */
async function sendWithPass(ctx: Context, { conversation, message, send_pass, expects }: Input): Promise<AnswerWithStatus<Output> | null> {
  const { credential } = ctx.session;
  if (!credential || !send_pass) return null;
  const passFacts = await readSendPass(ctx, send_pass, credential.memberId, conversation.id);
  if (!passFacts) return null;
  // Who may write to whom is checked by the batch.
  const price = nextPriceOf(ctx, credential.memberId, passFacts);
  if (isDearer(price, expects)) return null;
  const send = sendOf(ctx, credential, conversation.id, message, passFacts);
  const written = await writeMessage(ctx, send, {
    firstCheck: null,
    price,
    passFacts,
    counters: ctx.limits.counters,
    about: message.about,
  });
  if (typeof written === 'string') return null;
  // The batch that wrote the message has counted it within its limits.
  ctx.limits.isEnforced = true;
  recordActivity(ctx, written.sender);
  return answerStored(written);
}

/** Reads session and facts, then writes; tries again if the facts change in between. */
async function sendAfterReading(ctx: Context, input: Input): Promise<AnswerWithStatus<Output>> {
  const { conversation, message } = input;
  deferLimits(ctx);
  for (let attemptsLeft = MAX_ATTEMPTS; ; attemptsLeft -= 1) {
    const { member, conversations, sent, firstMessageRows } = await requireSession(ctx, (me, db) => ({
      conversations: conversationOf(db, me, conversation.id),
      sent: messageByClientId(db, me, message.client_id),
      firstMessageRows: firstMessagesSince(db, me, firstMessageWindowStart(ctx.now)),
    }));
    if (sent[0]) {
      waiveLimits(ctx);
      return answerRepeat(input, sent[0], member);
    }
    enforceDeferredLimits(ctx);
    const row = conversations[0] ?? refuse('not_found');
    const passFacts = sendPassFactsOf(member, row);
    const rules = priceAndPermissionOf(ctx, partiesOf(member, row), passFacts, firstMessageRows);
    const firstCheck = row.firstSenderId === null ? await firstMessageCheckOf(ctx, message.text, row, rules) : null;
    enforcePermission(ctx, member, rules, firstMessageRows, firstCheck);
    if (member.dateOfBirth === null) refuse('date_of_birth_required');
    if (isDearer(rules.price, input.expects)) refuse('price_changed', { credits: rules.price.credits });
    const credential = ctx.session.credential ?? refuse('signed_out');
    const send = sendOf(ctx, credential, conversation.id, message, passFacts);
    const written = await writeMessage(ctx, send, { firstCheck, price: rules.price, passFacts, counters: [], about: message.about });
    if (typeof written !== 'string') return answerStored(written);
    if (written.startsWith('NOT NULL quotes')) refuse('about_gone');
    // The same send was stored meanwhile, or what it was judged by has changed, such as the balance: read and decide again.
    if (attemptsLeft === 1) throw new Error(`a send was overtaken ${MAX_ATTEMPTS} times: ${written}`);
  }
}

/** Whether a message costs more than its sender was shown (docs/product.md, "Expected price"). A send without `expects` takes any price. */
const isDearer = ({ credits }: Price, expects: ExpectedPrice | undefined): boolean => expects !== undefined && credits > expects.credits;

type WrittenMessage = Exclude<Awaited<ReturnType<typeof writeMessage>>, string>;

/** The answer to a stored message. It holds the send pass for the next one, so that a page that goes on writing need not ask for it. */
const answerStored = ({ message, credits, nextPass }: WrittenMessage): AnswerWithStatus<Output> =>
  new AnswerWithStatus(201, { message, credits, send_pass: nextPass });

/**
 * The answer to a client_id that is stored already: the message as it stands now, or 409 if text or conversation differ. A decision may have removed
 * its text meanwhile; then it is not compared.
 */
function answerRepeat(input: Input, { message: sent, about }: SentMessage, member: Member): AnswerWithStatus<Output> {
  const isSame = (sent.text === '' || sent.text === input.message.text) && sent.conversationId === input.conversation.id;
  if (!isSame) return refuse('client_id_reused');
  const shown = { ...sent, text: shownText(sent.text, member.locale) };
  return new AnswerWithStatus(200, { message: messageOf(shown, parseQuote(about)), credits: member.credits, send_pass: '' });
}

/** Refuses a message that may not be sent, and a first one whose text has gone to too many strangers. */
function enforcePermission(
  { settings }: Context,
  { limitedUntil }: Member,
  { canSendCode, firstMessageAllowance }: PriceAndPermission,
  firstMessageRows: FirstMessageRows,
  firstCheck: FirstMessageCheck | null,
): void {
  if (canSendCode === 'first_message_limit') refuseUntil(canSendCode, settings.first_messages_a_day, firstMessageRows);
  if (canSendCode === 'limited' && limitedUntil !== null) refuse(CAN_SEND_REFUSALS[canSendCode], { ends_at: isoTime(limitedUntil) });
  if (canSendCode) refuse(CAN_SEND_REFUSALS[canSendCode]);
  const sameText = firstMessageRows.filter((row) => row.textHash === firstCheck?.textHash);
  if (firstMessageAllowance && sameText.length >= settings.same_text_strangers)
    refuseUntil('same_text', settings.same_text_strangers, sameText);
}

function refuseUntil(code: Extract<SendErrorCode, LimitCode>, limit: number, rows: FirstMessageRows): never {
  const endsAt = limitResetAt(rows, limit);
  return refuse(code, { limit, ...(endsAt === null ? {} : { ends_at: isoTime(endsAt) }) });
}

const HiddenWords = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/**
 * Whether this first message makes the conversation a message request, because it holds one of its recipient's hidden words
 * (docs/product.md, "Message requests").
 */
const isMessageRequest = ({ hiddenWords }: ConversationRow, text: string): boolean =>
  hiddenWords !== null && containsAnyPhrase(text, v.parse(HiddenWords, hiddenWords));

/** What the first message of a conversation is judged by beyond the facts of the send pass, and what is stored of it. */
async function firstMessageCheckOf(
  { settings, now }: Context,
  text: string,
  row: ConversationRow,
  { firstMessageAllowance }: PriceAndPermission,
): Promise<FirstMessageCheck> {
  return {
    isToStranger: firstMessageAllowance ? 1 : 0,
    textHash: await sha256(normalizedText(text)),
    countedSince: firstMessageWindowStart(now),
    maxPerDay: settings.first_messages_a_day,
    maxOfOneText: settings.same_text_strangers,
    hiddenWords: row.hiddenWords,
    isMessageRequest: isMessageRequest(row, text) ? 1 : 0,
  };
}

const sendOf = (
  { now }: Context,
  { memberId, tokenHash }: SessionCredential,
  conversationId: string,
  { client_id, text }: Input['message'],
  passFacts: SendPassFacts,
): OutgoingMessage => ({
  ...passFacts,
  id: randomId(),
  conversationId,
  senderId: memberId,
  tokenHash,
  clientId: client_id,
  text,
  createdAt: now,
});

/** What the message of an event quotes, which only the batch that wrote it knows. Sound: the event is that of a message. */
const quoteInEvent = (row: EventOutboxRow | undefined): Quote | null =>
  (row?.event as { message: Message } | undefined)?.message.about ?? null;

interface MessageTerms {
  readonly firstCheck: FirstMessageCheck | null;
  readonly price: Price;
  readonly passFacts: SendPassFacts;
  /** The limits to be counted in the batch that writes; none if they have been counted. */
  readonly counters: readonly AttemptCounter[];
  /** What the message quotes. */
  readonly about: QuotedBlock | undefined;
}

/**
 * Writes the message with all that belongs to it. Returns the message, its sender, their credits after it and the send pass for the next one,
 * or the name of the constraint that failed: changed facts (NOT NULL messages), a limit (NOT NULL attempts), a quoted block that is gone (NOT
 * NULL quotes), a repeated client_id (UNIQUE), too few credits (CHECK).
 */
async function writeMessage(ctx: Context, send: OutgoingMessage, { firstCheck, price, passFacts, counters, about }: MessageTerms) {
  const { db, now } = ctx;
  // The statements put seq, unread numbers and balance into the events.
  const event = { type: 'message.sent' as const, message: messageOf({ ...send, seq: 0 }, null), unread: { conversation: 0, total: 0 } };
  const statements = sendStatements(
    db,
    send,
    firstCheck,
    price.credits,
    {
      toRecipient: eventText(eventOutboxRow(send.recipientId, event, now)),
      senderEventId: randomId(),
      creditsToSender: eventText(eventOutboxRow(send.senderId, { type: 'credits.changed', credits: 0 }, now)),
    },
    counters,
    about ? { id: randomId(), block: storedBlockOf(about) } : null,
  );
  const nextFacts = { ...passFacts, firstSenderId: passFacts.firstSenderId ?? send.senderId };
  try {
    // The pass is made while the database writes.
    const [written, nextPass] = await Promise.all([
      batch(db, statements),
      issueSendPass(ctx, send.senderId, send.conversationId, nextFacts, null),
    ]);
    const events = writtenEvents(written.events, written.creditsEvent);
    ctx.publish({ events });
    // Cannot happen: a batch that succeeds has inserted the message.
    const [{ seq, sender } = refuse('conflict')] = written.message;
    const message = messageOf({ ...send, seq }, quoteInEvent(events[0]));
    return { message, sender, credits: sender.creditsBefore - price.credits, nextPass };
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint) return constraint;
    throw error;
  }
}
