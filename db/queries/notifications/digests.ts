import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, noticeSettings } from '../../schema/index.ts';
import { insertMailWhen, justWritten, type MailInsert } from '../shared/event-outbox.ts';
import { likedSince, unreadSince } from './away-mails.ts';
import { cadenceIn, offersIn } from './notification-settings.ts';
import { hasSubscription, insertPushWhen, type PushInsert } from './push-queue.ts';

/** How often a summary comes. */
export type SummaryKind = 'daily' | 'weekly';

const PLANS = {
  daily: { dueAt: noticeSettings.dailyDueAt, from: noticeSettings.dailyFrom },
  weekly: { dueAt: noticeSettings.weeklyDueAt, from: noticeSettings.weeklyFrom },
} as const;

const dueUntil = (every: SummaryKind, now: number, limit: number) => {
  const { dueAt, from } = PLANS[every];
  return sql`due as materialized (
    select member_id as id, matrix, quiet_from, quiet_to, ${dueAt} as due_at, max(${from}, read_to) as since from notice_settings
    where ${dueAt} is not null and ${dueAt} <= ${now} order by ${dueAt} limit ${limit})`;
};

/** A member whose summary is due, with what goes into it: for a mail by kind, for a push in all. */
export interface DueSummary {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly timezone: string | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly dueAt: number;
  /** 0: nothing is to come so any longer. */
  readonly isAsked: 0 | 1;
  readonly messages: number;
  readonly matches: number;
  readonly likes: number;
  readonly offers: number;
  readonly pushed: number;
}

/** Members whose summary is due, with all that is unread and came since the last one, as the matrix has it. Of whoever cannot be told now nothing is counted. */
export const summariesDue = (db: Database, every: SummaryKind, now: number, limit: number) => {
  const [me, since] = [sql`due.id`, sql`due.since`];
  const told = (kind: string, channel: 'push' | 'mail', count: string) =>
    sql`iif(is_there and ${cadenceIn(sql`matrix`, kind, channel)} = ${every}, ${sql.raw(count)}, 0)`;
  const offered = (channel: 'push' | 'mail') => sql`iif(is_there and ${offersIn(sql`matrix`, channel)} = ${every}, offers, 0)`;
  const pushed = [
    told('message', 'push', 'messages'),
    told('match', 'push', 'matches'),
    told('like', 'push', 'likes'),
    told('account', 'push', 'events'),
    offered('push'),
  ];
  const noted = (kind: SQL) =>
    sql`(select count(*) from account_notices where member_id = due.id and kind = ${kind} and created_at > due.since)`;
  return db.all<DueSummary>(sql`with ${dueUntil(every, now, limit)}, came as materialized (
      select due.*, (select count(*) from ${unreadSince(me, since)}) as messages,
        (select json_array(count(*), count(mine.liker_id)) from ${likedSince(me, since)}) as liked,
        ${noted(sql`'account'`)} as events, ${noted(sql`'offer'`)} as offers
      from due),
    news as (select came.*, liked ->> 1 as matches, (liked ->> 0) - (liked ->> 1) as likes from came)
    select news.id, email, name, locale, timezone, quiet_from as quietFrom, quiet_to as quietTo, due_at as dueAt,
      exists (select 1 from json_tree(matrix) where atom = ${every}) as isAsked,
      ${told('message', 'mail', 'messages')} as messages, ${told('match', 'mail', 'matches')} as matches, ${told('like', 'mail', 'likes')} as likes, ${offered('mail')} as offers,
      ${sql.join(pushed, sql` + `)} as pushed
    from (select news.*, email, name, locale, timezone, status = 'active' as is_there from news cross join ${members} on ${members.id} = news.id) as news`);
};

interface Planned {
  readonly id: string;
  readonly dueAt: number;
}

const stillPlanned = (every: SummaryKind, { id, dueAt }: Planned) => and(eq(noticeSettings.memberId, id), eq(PLANS[every].dueAt, dueAt));

/** Puts a summary off, for as long as quiet hours last. */
export const putOffSummary = (db: Database, every: SummaryKind, planned: Planned, until: number) =>
  db
    .update(noticeSettings)
    .set(every === 'daily' ? { dailyDueAt: until } : { weeklyDueAt: until })
    .where(stillPlanned(every, planned));

interface Summary {
  readonly now: number;
  /** When the next one comes; null when nothing goes out so any longer. */
  readonly next: number | null;
  readonly mail: MailInsert | null;
  readonly push: PushInsert | null;
}

/** Moves a summary on to its next time and writes what goes out, unless another sweep was first; one batch, in this order. */
export const writeSummary = (db: Database, every: SummaryKind, planned: Planned, { now, next, mail, push }: Summary) =>
  [
    db
      .update(noticeSettings)
      .set(every === 'daily' ? { dailyDueAt: next, dailyFrom: now } : { weeklyDueAt: next, weeklyFrom: now })
      .where(stillPlanned(every, planned)),
    ...(mail ? [insertMailWhen(db, mail, justWritten)] : []),
    ...(push ? [insertPushWhen(db, push, sql`${justWritten} and ${hasSubscription(planned.id)}`)] : []),
  ] as const;
