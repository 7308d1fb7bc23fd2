import * as v from 'valibot';
import { Bookmark } from './bookmark.ts';
import { Message, UnreadCounts } from './chat.ts';
import { Id } from './primitives.ts';
import { ProfileCard } from './profile.ts';
import { LikeQuotes, Quote } from './quotes.ts';

/** The badge count at the time the event was written. */
const Badge = v.object({ unread_messages: v.number(), new_likes: v.number(), unseen_notifications: v.optional(v.number()) });

/**
 * The events that a room numbers and stores for replay (docs/product.md, "Missed events"). A lost event costs only time: every fact in it
 * is in the database.
 */
export const StoredEvent = v.variant('type', [
  v.object({ type: v.literal('message.sent'), message: Message, unread: UnreadCounts, is_aside: v.optional(v.boolean()) }),
  // The text of a message is another one from now on, as this room's member reads it: it was removed or restored by a decision.
  v.object({
    type: v.literal('message.changed'),
    conversation: Id,
    message: v.object({ id: Id, seq: v.number(), text: v.string() }),
  }),
  v.object({ type: v.literal('messages.read'), conversation: Id, reader: Id, to: v.number(), unread: v.optional(UnreadCounts) }),
  v.object({ type: v.literal('chat.deleted'), conversation: Id }),
  v.object({ type: v.literal('like.received'), profile: ProfileCard, about: v.optional(Quote), badge: v.optional(Badge) }),
  v.object({ type: v.literal('like.withdrawn'), profile: ProfileCard, badge: v.optional(Badge) }),
  // `by_me`: the like of this room's member completed the match.
  v.object({ type: v.literal('match.made'), profile: ProfileCard, liked: v.optional(LikeQuotes), by_me: v.optional(v.boolean()) }),
  v.object({ type: v.literal('badge.changed'), ...Badge.entries }),
  v.object({ type: v.literal('credits.changed'), credits: v.number() }),
  v.object({ type: v.literal('user.changed') }),
]);
export type StoredEvent = v.InferOutput<typeof StoredEvent>;

/** Events that a room sends to the open sockets only: they have no seq and are not stored. */
export const TransientEvent = v.variant('type', [
  v.object({ type: v.literal('typing'), conversation: Id }),
  v.object({ type: v.literal('presence.changed'), profile: Id, is_online: v.boolean() }),
  v.object({ type: v.literal('session.ended'), session: v.string() }),
  v.object({ type: v.literal('resync') }),
]);
export type TransientEvent = v.InferOutput<typeof TransientEvent>;

/**
 * A stored event with its number in the room and its time. `bookmark`: a read that carries it is not older than the event. It is missing
 * where the site has no replicas.
 */
const StoredFrame = v.intersect([StoredEvent, v.object({ seq: v.number(), at: v.string(), bookmark: v.optional(Bookmark) })]);
export type StoredFrame = v.InferOutput<typeof StoredFrame>;

/** One frame from a room to a device. */
export const RoomFrame = v.union([StoredFrame, v.intersect([TransientEvent, v.object({ bookmark: v.optional(Bookmark) })])]);
export type RoomFrame = v.InferOutput<typeof RoomFrame>;

/** One frame from a device to its own room, besides the plain text `ping`. */
export const ClientFrame = v.variant('type', [
  v.object({ type: v.literal('typing'), typing_pass: v.pipe(v.string(), v.maxLength(1000)) }),
  v.object({ type: v.literal('viewing'), conversation: v.nullable(Id), typing_pass: v.optional(v.pipe(v.string(), v.maxLength(1000))) }),
  // Whether the tab is visible. Until the first such frame it counts as visible, unless the socket's address has `hidden` in its query.
  v.object({ type: v.literal('seen'), is_seen: v.boolean() }),
]);
export type ClientFrame = v.InferOutput<typeof ClientFrame>;

/** What the Worker and other rooms may post to a room. */
export const RoomPost = v.variant('kind', [
  // Events for this member's devices. `bookmark`: how far the database was when it held their causes.
  v.object({
    kind: v.literal('events'),
    events: v.pipe(v.array(v.union([StoredEvent, TransientEvent])), v.maxLength(100)),
    bookmark: v.optional(Bookmark),
  }),
  // Typing passes of this conversation made until now are no longer valid.
  v.object({ kind: v.literal('pass.revoked'), conversation: Id }),
  // Passes made until now, of any conversation, no longer show this member's presence to others.
  v.object({ kind: v.literal('presence.revoked') }),
  // Another room begins or stops to show this member's presence. `until`: the end of its pass, in milliseconds.
  v.object({ kind: v.literal('watch'), room: v.string(), conversation: Id, is_on: v.boolean(), until: v.optional(v.number()) }),
  // Stored events that hold this member's card are deleted.
  v.object({ kind: v.literal('forget'), profile: Id }),
  // A page has told the Worker that no tab of its browser is visible any longer.
  v.object({ kind: v.literal('hidden') }),
  // All sockets are closed and the room is emptied.
  v.object({ kind: v.literal('purge') }),
  // The same, because the member's room is at another host from now on: pages connect there.
  v.object({ kind: v.literal('moved') }),
]);
export type RoomPost = v.InferOutput<typeof RoomPost>;

/** A room's answer to a post: the number of live sockets, and the conversations they show, for which no push is sent. */
export const RoomAnswer = v.object({ sockets: v.number(), viewing: v.array(Id), is_online: v.optional(v.boolean()) });
export type RoomAnswer = v.InferOutput<typeof RoomAnswer>;

/** Seconds between two pings of a device. */
export const HEARTBEAT_SECONDS = 30;
/** The number of events that a room stores for replay. */
export const REPLAY_LENGTH = 200;
