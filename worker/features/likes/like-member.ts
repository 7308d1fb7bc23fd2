import { DAY } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { likeMember as endpoint } from '#contract/likes';
import { batch, violatedConstraint } from '#db/client';
import { giveLike } from '#db/queries/likes/likes';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { storedBlockOf } from '../../domain/quote.ts';
import { LIKE_NOTIFICATIONS_KEPT_MS } from '../../domain/retention.ts';
import { randomId } from '../../lib/crypto.ts';
import { readBothMembers } from './read-both-members.ts';

/**
 * A like that is taken back and given again is notified once in the first period, a match once in the second
 * (docs/product.md, "Notification de-duplication of likes").
 */
const LIKE_NOTIFIED_MS = DAY;
const MATCH_NOTIFIED_MS = LIKE_NOTIFICATIONS_KEPT_MS;

/** Placeholders: the statements that write the events put the numbers and quotes in. */
const BADGE_PLACEHOLDER = { unread_messages: 0, new_likes: 0 };
const NO_QUOTES = { mine: null, theirs: null };

/**
 * Likes a member. Only the first call writes, notifies the receiver and, if it completes a match, notifies both; a repeated call changes
 * nothing. The like of an unconfirmed member shows once they are confirmed (docs/product.md, "Liking and unliking").
 */
export async function likeMember(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const { profile: id, about } = input;
  const pair = await readBothMembers(ctx, id);
  if (pair.iBlock) refuse('blocked');
  if (pair.theirs.did_like_profile) return { did_like_profile: true, match: pair.isConfirmed && pair.likesMe };
  if (!pair.hasBirthDate) refuse('date_of_birth_required');

  const { me, mine: myCard } = pair;
  const theirCard = { ...pair.theirs, did_like_profile: true };
  const events = {
    received: eventOutboxRow(id, { type: 'like.received', profile: myCard, badge: BADGE_PLACEHOLDER }, now),
    badgeOnly: eventOutboxRow(id, { type: 'badge.changed', ...BADGE_PLACEHOLDER }, now),
    matchForThem: eventOutboxRow(id, { type: 'match.made', profile: myCard, liked: NO_QUOTES }, now),
    matchForMe: eventOutboxRow(me, { type: 'match.made', profile: theirCard, liked: NO_QUOTES, by_me: true }, now),
  };
  const notifiedSince = { like: now - LIKE_NOTIFIED_MS, match: now - MATCH_NOTIFIED_MS };
  try {
    const written = await batch(
      db,
      giveLike(db, me, now, events, notifiedSince, about ? { id: randomId(), block: storedBlockOf(about) } : null),
    );
    ctx.publish({ events: writtenEvents(written.receivedEvent, written.matchEventForThem, written.matchEventForMe) });
    return { did_like_profile: true, match: pair.isConfirmed && (pair.likesMe || written.matchEventForMe.length > 0) };
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint?.startsWith('NOT NULL quotes')) refuse('about_gone');
    // A block was written meanwhile: read again and refuse by it.
    if (!constraint?.startsWith('NOT NULL likes')) throw error;
    return likeMember(ctx, input);
  }
}
