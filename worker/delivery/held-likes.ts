import { batch } from '#db/client';
import { announceHeldLikes } from '#db/queries/likes/likes-of-confirmed';
import { cardOfMember } from '#db/queries/profile/profile';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import type { Context } from '../domain/context.ts';
import { cardOf } from '../domain/profile-card.ts';
import { eventOutboxRow } from './event-outbox.ts';

/**
 * Notifies those whom a member liked before their e-mail address was confirmed. To be called after the answer of the call that confirmed it,
 * whose batch has dated these likes (docs/product.md, "Unconfirmed accounts").
 */
export async function announceLikesOfConfirmed(ctx: Context, memberId: string): Promise<void> {
  const { db, now } = ctx;
  const [row] = await cardOfMember(db, '', memberId);
  if (!row) return;
  const profile = cardOf(row, 'member', now);
  const badge = { unread_messages: 0, new_likes: 0 };
  const events = {
    // The statement puts each receiver's own numbers and like into the event.
    received: eventOutboxRow(memberId, { type: 'like.received', profile, badge }, now),
    match: eventOutboxRow(memberId, { type: 'match.made', profile: { ...profile, did_like_profile: true } }, now),
  };
  const { likeEvents, matchEvents } = await batch(db, announceHeldLikes(db, memberId, now, events));
  ctx.publish({ events: writtenEvents(likeEvents, matchEvents) });
}
