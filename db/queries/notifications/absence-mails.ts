import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, notificationSettings } from '../../schema/index.ts';
import { previousStatementWrote } from '../shared/event-outbox.ts';
import { insertMailWhen, type MailInsert } from '../shared/mail-queue.ts';
import { cadenceIn, hasAbsenceMails } from './notification-settings.ts';

/** Whom a mail of the sweep is for, with the hours in which none is sent. */
export interface ScheduledRecipient {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly timezone: string | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
}

/** A member who gets an absence mail, with the number of things of each kind that came while they were away. */
export interface AbsentMember extends ScheduledRecipient {
  readonly lastActiveAt: number;
  readonly messages: number;
  readonly matches: number;
  readonly likes: number;
}

/** Condition: the other member is neither deleted nor banned, and neither of the two has blocked the other. */
const isVisibleTo = (
  me: SQL,
  other: SQL,
) => sql`exists (select 1 from members where id = ${other} and status in ('active', 'not_confirmed'))
  and not exists (select 1 from blocks where (blocker_id = ${me} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${me}))`;

/** FROM clause: messages of others that came after `since` and that the member `me` has not read, without message requests. */
export const fromUnreadSince = (me: SQL, since: SQL) => sql`participants
  join messages on messages.conversation_id = participants.conversation_id and messages.seq > max(participants.read_to, participants.cleared_to)
  where participants.member_id = ${me} and participants.unread > 0 and not participants.is_message_request
    and messages.sender_id = participants.other_id and messages.created_at > ${since} and ${isVisibleTo(me, sql`participants.other_id`)}`;

/**
 * FROM clause: new likes of the member `me` that came after `since`, with the like that answers them as `mine`, which makes them matches. Those of
 * unconfirmed members do not show.
 */
export const fromNewLikesSince = (me: SQL, since: SQL) => sql`likes
  left join likes as mine on mine.liker_id = likes.liked_id and mine.liked_id = likes.liker_id
  where likes.liked_id = ${me} and likes.is_new = 1 and likes.created_at > ${since} and ${isVisibleTo(me, sql`likes.liker_id`)}
    and exists (select 1 from members where id = likes.liker_id and status = 'active')`;

/** Condition: an active, not fictional member who got no absence mail since they were last active. */
const isNotMailedYet = sql`status = 'active' and is_fictional = 0 and away_mailed_at <= last_active_at`;

const isImmediate = (kind: string) => sql`${cadenceIn(sql`${notificationSettings.matrix}`, kind, 'mail')} = 'now'`;

/**
 * Members for whom something came after their last activity and after `since`, of a kind that they want mailed instantly, and that is
 * unseen since `before`. The counts include whatever of these kinds came while they were away and is still unseen. Times in ms.
 */
export const absentMembersToMail = (db: Database, since: number, before: number, limit: number) => {
  const [me, lastHere] = [sql`absent.id`, sql`absent.last_active_at`];
  return db.all<AbsentMember>(sql`with absent as (
    select id, email, name, locale, timezone, last_active_at, quiet_from, quiet_to,
      ${isImmediate('message')} as of_messages, ${isImmediate('match')} as of_matches, ${isImmediate('like')} as of_likes
    from members left join notification_settings on notification_settings.member_id = members.id
    where id in (
      select member_id from participants where unread > 0 and not is_message_request and last_at > ${since}
      union select liked_id from likes where is_new = 1 and created_at > ${since} and created_at <= ${before}
    ) and ${isNotMailedYet} and last_active_at < ${before}
  ), came as materialized (
    select absent.*,
      (select json_array(count(*), min(messages.created_at)) from ${fromUnreadSince(me, lastHere)} and of_messages) as received,
      (select json_array(count(*), min(likes.created_at), count(mine.liker_id)) from ${fromNewLikesSince(me, lastHere)}
        and iif(mine.liker_id is null, of_likes, of_matches)) as liked
    from absent where of_messages or of_matches or of_likes
  )
  select id, email, name, locale, timezone, quiet_from as quietFrom, quiet_to as quietTo, last_active_at as lastActiveAt,
    received ->> 0 as messages, liked ->> 2 as matches, (liked ->> 0) - (liked ->> 2) as likes
  from came where received ->> 1 <= ${before} or liked ->> 1 <= ${before} limit ${limit}`);
};

/** Marks a member as mailed and writes the mail, unless they were active again or another sweep was first. One batch in this order. */
export const insertAbsenceMail = (db: Database, lastActiveAt: number, mail: MailInsert & { readonly memberId: string }) =>
  [
    db
      .update(members)
      .set({ awayMailedAt: mail.createdAt })
      .where(and(eq(members.id, mail.memberId), eq(members.lastActiveAt, lastActiveAt), isNotMailedYet, hasAbsenceMails(mail.memberId))),
    insertMailWhen(db, mail, previousStatementWrote),
  ] as const;

/**
 * Condition on `mails`: an absence mail that has waited for the end of quiet hours and was not tried yet, although its member was active since or
 * no longer wants it.
 */
export const isOutdatedAbsenceMail: SQL = sql`mails.kind = 'absence' and mails.tries = 0 and mails.due_at > mails.created_at
  and not exists (
    select 1 from members
    where members.id = mails.member_id and members.status = 'active' and members.last_active_at <= mails.created_at
      and ${hasAbsenceMails(members.id)})`;
