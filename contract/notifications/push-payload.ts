import * as v from 'valibot';
import { Id } from '../primitives.ts';

/**
 * The content of a push, encrypted for one browser. It says neither who wrote nor what, because a lock screen may show it to anybody.
 * `member`: the recipient; a browser where another member signed in last shows only that something is new. `unread`: the badge count.
 * A notification replaces an earlier one with the same `tag`.
 */
export const PushPayload = v.object({
  type: v.picklist(['message', 'like', 'match', 'account', 'offer', 'summary', 'test']),
  member: Id,
  conversation: v.optional(Id),
  unread: v.number(),
  title: v.string(),
  body: v.string(),
  /** A path of this site. The pattern excludes what a browser would take for the address of another site. */
  url: v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\\\s]*$/)),
  tag: v.string(),
});
export type PushPayload = v.InferOutput<typeof PushPayload>;
