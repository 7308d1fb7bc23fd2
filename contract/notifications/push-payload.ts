import * as v from 'valibot';
import { Id } from '../primitives.ts';

/**
 * What a push carries, encrypted for one browser: nothing of who wrote or what, as a lock screen shows it to anybody.
 * `member`: for whom, so that a browser that has changed hands shows no more than that something is new. `unread`: unread messages
 * and new likes in all, for the badge. One `tag` collapses into one notification.
 */
export const PushNote = v.object({
  type: v.picklist(['message', 'like', 'match', 'account', 'offer', 'digest', 'test']),
  member: Id,
  conversation: v.optional(Id),
  unread: v.number(),
  title: v.string(),
  body: v.string(),
  /** A path of ours: nothing that a browser would read as another site's. */
  url: v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\\\s]*$/)),
  tag: v.string(),
});
export type PushNote = v.InferOutput<typeof PushNote>;
