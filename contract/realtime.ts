import * as v from 'valibot';
import { Message, Unread } from './chat.ts';
import { Id } from './primitives.ts';
import { ProfileCard } from './profile.ts';

/** The numbers of the badge when an event was written. */
const Badge = v.object({ unread_messages: v.number(), new_likes: v.number() });

/**
 * The events that a room numbers and keeps for replay (docs/product.md, "Missed events"). An event is a hint; the database is the truth.
 */
export const KeptEvent = v.variant('type', [
  v.object({ type: v.literal('message.sent'), message: Message, unread: Unread, is_aside: v.optional(v.boolean()) }),
  v.object({ type: v.literal('messages.read'), conversation: Id, reader: Id, to: v.number(), unread: v.optional(Unread) }),
  v.object({ type: v.literal('chat.deleted'), conversation: Id }),
  v.object({ type: v.literal('like.received'), profile: ProfileCard, badge: v.optional(Badge) }),
  v.object({ type: v.literal('like.withdrawn'), profile: ProfileCard, badge: v.optional(Badge) }),
  // `by_me`: my own like has made it.
  v.object({ type: v.literal('match.made'), profile: ProfileCard, by_me: v.optional(v.boolean()) }),
  v.object({ type: v.literal('badge.changed'), unread_messages: v.number(), new_likes: v.number() }),
  v.object({ type: v.literal('credits.changed'), credits: v.number() }),
  v.object({ type: v.literal('user.changed') }),
]);
export type KeptEvent = v.InferOutput<typeof KeptEvent>;

/** Events without a seq, which nobody misses. */
export const PassingEvent = v.variant('type', [
  v.object({ type: v.literal('typing'), conversation: Id }),
  v.object({ type: v.literal('presence.changed'), profile: Id, is_online: v.boolean() }),
  v.object({ type: v.literal('session.ended'), session: v.string() }),
  v.object({ type: v.literal('resync') }),
]);
export type PassingEvent = v.InferOutput<typeof PassingEvent>;

/** A kept event with its number in the room and its time. */
const KeptFrame = v.intersect([KeptEvent, v.object({ seq: v.number(), at: v.string() })]);
export type KeptFrame = v.InferOutput<typeof KeptFrame>;

/** One frame from a room to a device. */
export const RoomFrame = v.union([KeptFrame, PassingEvent]);
export type RoomFrame = v.InferOutput<typeof RoomFrame>;

/** What a device may say to its own room, beside the bare text `ping`. */
export const ClientFrame = v.variant('type', [
  v.object({ type: v.literal('typing'), typing_pass: v.pipe(v.string(), v.maxLength(1000)) }),
  v.object({ type: v.literal('viewing'), conversation: v.nullable(Id), typing_pass: v.optional(v.pipe(v.string(), v.maxLength(1000))) }),
  // Whether the tab can be seen; without a word it can, unless its address says `hidden`.
  v.object({ type: v.literal('seen'), is_seen: v.boolean() }),
]);
export type ClientFrame = v.InferOutput<typeof ClientFrame>;

/** What the Worker and other rooms may post to a room. */
export const RoomPost = v.variant('kind', [
  v.object({ kind: v.literal('events'), events: v.pipe(v.array(v.union([KeptEvent, PassingEvent])), v.maxLength(100)) }),
  v.object({ kind: v.literal('pass.revoked'), conversation: Id }),
  // Of every pass made until now by which others see this member's presence.
  v.object({ kind: v.literal('presence.revoked') }),
  // `until`: the end of the pass by which it watches.
  v.object({ kind: v.literal('watch'), room: v.string(), conversation: Id, is_on: v.boolean(), until: v.optional(v.number()) }),
  // Of kept events those with this member's card: nobody is to be brought them any more.
  v.object({ kind: v.literal('forget'), profile: Id }),
  // A page told the Worker that nobody looks at this browser's tabs any longer.
  v.object({ kind: v.literal('hidden') }),
  v.object({ kind: v.literal('purge') }),
]);
export type RoomPost = v.InferOutput<typeof RoomPost>;

/** A room's answer to a post: open sockets, and the conversations they show. Push is sent on that. */
export const RoomAnswer = v.object({ sockets: v.number(), viewing: v.array(Id), is_online: v.optional(v.boolean()) });
export type RoomAnswer = v.InferOutput<typeof RoomAnswer>;

export const HEARTBEAT_SECONDS = 30;
export const REPLAY_LENGTH = 200;
