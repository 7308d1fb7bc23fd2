import type { ParsedInputOf } from '#contract/endpoint';
import type { markLikeSeen as endpoint } from '#contract/likes';
import { batch } from '#db/client';
import { receivedLike, setLikeSeen } from '#db/queries/likes/likes';
import { insertBadgeEvent } from '#db/queries/shared/badge';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';

/** Marks a received like as seen, on all devices of the caller (docs/product.md, "New likes"). */
export async function markLikeSeen(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { member, likes } = await requireSession(ctx, (me, database) => ({ likes: receivedLike(database, id, me) }));
  if (member.id === id) refuseFields({ profile: 'not_allowed' });
  const like = likes[0] ?? refuse('not_found');
  if (!like.isNew) return;
  // The statement puts the numbers into the event.
  const event = eventOutboxRow(member.id, { type: 'badge.changed', unread_messages: 0, new_likes: 0 }, now);
  const { badgeEvent } = await batch(db, { seenLike: setLikeSeen(db, id, member.id), badgeEvent: insertBadgeEvent(db, event) });
  ctx.publish({ events: writtenEvents(badgeEvent) });
}
