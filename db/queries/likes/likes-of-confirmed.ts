import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { likeNotificationLog, likes, members } from '../../schema/index.ts';
import { isNotBlocked } from '../profile/profile.ts';
import { badgePatches } from '../shared/badge.ts';
import { type EventInsert, eventText, insertEventsFrom, patchedEvent } from '../shared/event-outbox.ts';

/** Members of that many latest likes are notified at once; the others see the like when they next load their lists. */
const MAX_NOTIFIED = 100;

/**
 * Dates the likes of an account that is about to be confirmed to `now`, from which on they show to others. It has to come before the statement
 * that confirms the account, in its batch; the likes of an account that was confirmed before stay as they are and give no row.
 */
export const dateHeldLikes = (db: Database, likerId: string, now: number) =>
  db
    .update(likes)
    .set({ createdAt: now })
    .where(
      sql`${eq(likes.likerId, likerId)} and exists (select 1 from ${members} where ${members.id} = ${likerId} and ${members.status} = 'not_confirmed')`,
    )
    .returning({ likedId: likes.likedId });

/** Columns of a like that is announced; the table of the receiver's own likes must not be taken for it. */
const [likedId, createdAt] = [sql.raw('held.liked_id'), sql.raw('held.created_at')];

/** The likes that `dateHeldLikes` has dated to `now` and of which nobody was notified. */
const heldLikes = (likerId: string, now: number): SQL => sql`
  from ${likes} as held join ${members} on ${members.id} = ${likedId} and ${members.status} in ('active', 'not_confirmed')
  where held.liker_id = ${likerId} and ${createdAt} = ${now} and ${isNotBlocked(likerId, members.id)}
    and exists (select 1 from members as liker where liker.id = ${likerId} and liker.status = 'active')
    and not exists (
      select 1 from ${likeNotificationLog}
      where ${likeNotificationLog.likerId} = ${likerId} and ${likeNotificationLog.likedId} = ${likedId})
  order by ${likedId} limit ${MAX_NOTIFIED}`;

interface HeldLikeEvents {
  /** For every receiver. */
  readonly received: EventInsert;
  /** For a confirmed one who does. */
  readonly match: EventInsert;
}

/**
 * Notifies the receivers of the likes that an account gave before it was confirmed, each once: of the like with their badge, and of the match
 * if they like the member and are confirmed. `now` is the time of the confirmation. One batch in this order.
 */
export function announceHeldLikes(db: Database, likerId: string, now: number, { received, match }: HeldLikeEvents) {
  const isReturned = sql`exists (select 1 from ${likes} as back where back.liker_id = ${likedId} and back.liked_id = ${likerId})`;
  const isMatch = sql`(${isReturned} and ${members.status} = 'active')`;
  const receivedJson = patchedEvent(eventText(received), [
    ['$.profile.did_like_profile', sql`json(iif(${isReturned}, 'true', 'false'))`],
    ...badgePatches(likedId, '$.badge'),
  ]);
  const eventRows = (json: SQL, row: EventInsert) => sql`
    select * from (
      select lower(hex(randomblob(16))) as id, ${likedId} as member_id, ${json} as event, ${row.createdAt} as created_at, ${row.dueAt} as due_at,
        0 as tries, ${isMatch} as is_match ${heldLikes(likerId, now)})`;
  const columns = sql.raw('id, member_id, event, created_at, due_at, tries');
  return {
    likeEvents: insertEventsFrom(db, sql`select ${columns} from (${eventRows(receivedJson, received)})`),
    matchEvents: insertEventsFrom(db, sql`select ${columns} from (${eventRows(sql`${eventText(match).event}`, match)}) where is_match`),
    likeLog: db.run(sql`
      insert into ${likeNotificationLog} (liker_id, liked_id, like_notified_at, match_notified_at)
      select ${likerId}, liked_id, ${now}, iif(is_match, ${now}, null)
      from (select ${likedId} as liked_id, ${isMatch} as is_match ${heldLikes(likerId, now)})
      where true on conflict do nothing`),
  };
}
