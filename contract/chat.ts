import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { boundedText, clampedNumber, Empty, Id, Timestamp } from './primitives.ts';
import { ProfileCard } from './profile.ts';
import { LikeQuotes, Quote, QuotedBlock } from './quotes.ts';

export const MESSAGE_MAX = 5000;

/** A message. `seq` counts 1 to n within a conversation and decides the order of its messages. */
export const Message = v.object({
  id: Id,
  client_id: Id,
  conversation_id: Id,
  seq: v.number(),
  sender_id: Id,
  text: v.string(),
  created_at: Timestamp,
  /** What the message quotes of its receiver's profile; absent if nothing. */
  about: v.optional(Quote),
});
export type Message = v.InferOutput<typeof Message>;

/** Numbers of unread messages, in the one conversation and in all, and of unseen notifications. */
export const UnreadCounts = v.object({ conversation: v.number(), total: v.number(), unseen_notifications: v.optional(v.number()) });
export type UnreadCounts = v.InferOutput<typeof UnreadCounts>;
/** Why a message is free, or `priced` for one that costs credits. */
export const PRICE_REASONS = ['premium', 'match', 'fictional', 'reply', 'priced'] as const;
export const Price = v.object({ credits: v.number(), reason: v.picklist(PRICE_REASONS) });
export type Price = v.InferOutput<typeof Price>;

/** The price that the member was shown for a message; 0 credits if it was free (docs/product.md, "Expected price"). */
export const ExpectedPrice = v.object(
  { credits: v.pipe(v.number('wrong_type'), v.integer('wrong_type'), v.minValue(0, 'not_allowed')) },
  'wrong_type',
);
export type ExpectedPrice = v.InferOutput<typeof ExpectedPrice>;

/** Why the next message of a conversation cannot be sent, each with the refusal of a send (docs/product.md, "Permission to write"). */
export const CAN_SEND_REFUSALS = {
  not_confirmed: 'not_confirmed',
  not_enough_credits: 'not_enough_credits',
  blocked: 'blocked',
  gone: 'not_found',
  first_message_limit: 'first_message_limit',
  limited: 'limited',
} as const satisfies Record<string, ErrorCode>;
export type CanSendCode = keyof typeof CAN_SEND_REFUSALS;
const CAN_SEND_CODES = Object.keys(CAN_SEND_REFUSALS) as [CanSendCode, ...CanSendCode[]];

/** The refusals of a send, beyond those that every call can give: of any message to this member now, and of this one message. */
export const SEND_ERRORS = [
  ...Object.values(CAN_SEND_REFUSALS),
  'date_of_birth_required',
  'client_id_reused',
  'same_text',
  'price_changed',
  'about_gone',
] as const satisfies readonly ErrorCode[];
export type SendErrorCode = (typeof SEND_ERRORS)[number];

export const ChatListItem = v.object({
  conversation: v.object({
    id: Id,
    last_message: v.object({ text: v.string(), sender_id: Id, seq: v.number(), created_at: Timestamp }),
    updated_at: Timestamp,
    /** It is a message request to the caller (docs/product.md, "Message requests"). */
    is_aside: v.boolean(),
  }),
  profile: ProfileCard,
  num_unread_messages: v.number(),
});
export type ChatListItem = v.InferOutput<typeof ChatListItem>;

/** The conversations with unread messages, in the order of `chats`, without message requests (docs/product.md, "Home page"). */
export const unreadChatsIn = (chats: readonly ChatListItem[]): ChatListItem[] =>
  chats.filter(({ num_unread_messages: unread, conversation }) => unread > 0 && !conversation.is_aside);

export const listChats = endpoint({
  method: 'GET',
  path: '/api/chats.php',
  who: 'members',
  limits: 'reads',
  input: v.object({
    before: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(200, 'too_long'))),
    limit: clampedNumber(1, 100, 100),
  }),
  output: v.object({ chats: v.array(ChatListItem), total: v.number(), next: v.nullable(v.string()) }),
  isPolled: true,
  sheds: 'early',
  summary: 'My conversations, newest first',
});

export const openConversation = endpoint({
  method: 'GET',
  path: '/api/chat.php',
  onlyWithQuery: 'profile',
  who: 'members',
  limits: ['conversations_a_minute', 'conversations_a_day'],
  changesState: true,
  input: v.object({ profile: Id }),
  output: v.object({ id: Id }),
  errors: ['not_found', 'blocked', 'too_many'],
  summary: 'The conversation with a member, created by the first call; it is in no list before its first message',
});

/** A message, named by its `seq` or its id. */
const seqOrId = v.optional(v.union([v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)), v.number(), Id], 'unknown'));

/** A token that the client returns with its next message, which then needs one database trip less. Empty if there is none. */
const SendPass = v.string();

export const Conversation = v.object({
  messages: v.array(Message),
  has_more: v.boolean(),
  profile: ProfileCard,
  read_to: v.number(),
  read_by_other_to: v.number(),
  price: Price,
  can_send: v.object({ ok: v.boolean(), code: v.nullable(v.picklist(CAN_SEND_CODES)) }),
  first_messages: v.nullable(v.object({ left: v.number(), resets_at: v.nullable(Timestamp) })),
  /** A token with which the caller's room may send typing signals to the other's; empty if there is none. */
  typing_pass: v.string(),
  send_pass: SendPass,
  liked: LikeQuotes,
  /** The other member is a stranger to the caller: no match, and the caller has never written here (docs/product.md, "Relationship of two members"). */
  is_stranger: v.boolean(),
  /** The conversation is a message request to the caller (docs/product.md, "Message requests"). */
  is_aside: v.boolean(),
});
export type Conversation = v.InferOutput<typeof Conversation>;

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/chat.php',
  onlyWithQuery: 'conversation',
  who: 'owner',
  limits: 'reads',
  input: v.object({ conversation: Id, before: seqOrId, after: seqOrId, limit: clampedNumber(1, 100, 50) }),
  output: Conversation,
  errors: ['not_found'],
  summary: 'A page of messages, oldest first; the conversation of others is answered like an unknown one',
});

const conversationInput = v.object({ id: Id }, 'wrong_type');

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/chat.php',
  who: 'owner',
  limits: ['messages_a_minute', 'messages_to_one_a_minute', 'first_messages_a_day'],
  input: v.object({
    conversation: conversationInput,
    message: v.object({ client_id: Id, text: boundedText(1, MESSAGE_MAX), about: v.optional(QuotedBlock) }, 'wrong_type'),
    send_pass: v.optional(v.pipe(v.string('wrong_type'), v.maxLength(2000, 'too_long'))),
    /** If the message costs more, it is refused with `price_changed` and the price; if it costs less, it is charged less. */
    expects: v.optional(ExpectedPrice),
  }),
  output: v.object({ message: Message, credits: v.number(), send_pass: SendPass }),
  status: 201,
  errors: [...SEND_ERRORS, 'too_many'],
  summary: 'Sends one message per client_id; 200 with the first result if it is repeated. 409 if it costs more than `expects`',
});

export const markMessagesRead = endpoint({
  method: 'PUT',
  path: '/api/chat.php',
  who: 'owner',
  limits: 'own_rows',
  input: v.object({
    conversation: conversationInput,
    /** The `seq` or the id of the last message that was read. */
    read_to: v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), Id], 'wrong_type'),
  }),
  output: v.object({ read_to: v.number(), unread: UnreadCounts }),
  errors: ['not_found'],
  summary: 'Moves my read mark forward; it never goes back',
});

export const deleteChat = endpoint({
  method: 'DELETE',
  path: '/api/chat.php',
  who: 'owner',
  limits: 'own_rows',
  input: v.object({ conversation: conversationInput }),
  output: Empty,
  status: 204,
  errors: ['not_found'],
  summary: "Takes the conversation out of the caller's list, on the caller's side only",
});

export const getRoom = endpoint({
  method: 'GET',
  path: '/api/room.php',
  who: 'members',
  limits: ['room_tickets_a_minute'],
  input: v.object({}),
  // The socket's address is `/parties/<party>/<room>` at `host`.
  output: v.object({ room: v.string(), host: v.string(), party: v.optional(v.string()), ticket: v.string(), expires_at: Timestamp }),
  errors: ['too_many'],
  summary: 'A ticket for the room of the caller, for one use within 60 s',
});
