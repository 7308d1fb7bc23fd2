import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { members } from '../schema/index.ts';
import { type EventInsert, insertEventWhen, insertMailWhen, type MailInsert } from './outbox.ts';

export interface AwayMember {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly lastActiveAt: number;
  readonly messages: number;
  readonly likes: number;
}

/** What may be told: it is of a member who is still there, and neither of the two has blocked the other. */
const isTold = (other: SQL) => sql`exists (select 1 from members where id = ${other} and status in ('active', 'not_confirmed'))
  and not exists (select 1 from blocks where (blocker_id = away.id and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = away.id))`;

/** Not mailed since they were last here, and willing. */
const isWaiting = sql`status = 'active' and is_fictional = 0 and away_mails = 1 and away_mailed_at <= last_active_at`;

/**
 * Members for whom something came after they were last here and after `since`, and has waited unseen since `before`, with all that
 * came while they were away. It walks what is unread and new of that time alone.
 */
export const membersToMail = (db: Database, since: number, before: number, limit: number) =>
  db.all<AwayMember>(sql`with away as (
    select id, email, name, locale, last_active_at from members
    where id in (
      select member_id from inbox where unread > 0 and not is_aside and last_at > ${since}
      union select liked_id from likes where is_new = 1 and created_at > ${since} and created_at <= ${before}
    ) and ${isWaiting} and last_active_at < ${before}
  ), received as (
    select away.id, count(*) as n, min(messages.created_at) as first from away
    join inbox on inbox.member_id = away.id and inbox.unread > 0 and not inbox.is_aside
    join messages on messages.conversation_id = inbox.conversation_id and messages.seq > max(inbox.read_to, inbox.cleared_to)
    where messages.sender_id = inbox.other_id and messages.created_at > away.last_active_at and ${isTold(sql`inbox.other_id`)} group by away.id
  ), liked as (
    select away.id, count(*) as n, min(likes.created_at) as first from away
    join likes on likes.liked_id = away.id and likes.is_new = 1 and likes.created_at > away.last_active_at
    where ${isTold(sql`likes.liker_id`)} group by away.id
  )
  select away.id, email, name, locale, last_active_at as lastActiveAt, coalesce(received.n, 0) as messages, coalesce(liked.n, 0) as likes
  from away left join received on received.id = away.id left join liked on liked.id = away.id
  where received.first <= ${before} or liked.first <= ${before} limit ${limit}`);

/** Marks a member as told and writes the mail, unless they came back or another sweep was first; both go in one batch, in this order. */
export const mailOnceAway = (db: Database, lastActiveAt: number, mail: MailInsert & { readonly memberId: string }) =>
  [
    db
      .update(members)
      .set({ awayMailedAt: mail.createdAt })
      .where(and(eq(members.id, mail.memberId), eq(members.lastActiveAt, lastActiveAt), isWaiting)),
    insertMailWhen(db, mail, sql`changes() > 0`),
  ] as const;

/** Ends a member's mails about what came while they were away, and tells their devices if that is a change. */
export const endAwayMails = (db: Database, event: EventInsert) =>
  [
    db
      .update(members)
      .set({ awayMails: false })
      .where(and(eq(members.id, event.memberId), eq(members.awayMails, true))),
    insertEventWhen(db, event, sql`changes() > 0`),
  ] as const;
