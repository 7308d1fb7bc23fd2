import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, noticeSettings } from '../../schema/index.ts';
import { insertMailWhen, justWritten, type MailInsert } from '../shared/event-outbox.ts';
import { likedSince, unreadSince } from './away-mails.ts';
import { cadenceIn, offersIn } from './notification-settings.ts';
import { hasSubscription, insertPushWhen, type PushInsert } from './push-queue.ts';

/** The interval of a summary, which is also its value in the matrix of notification settings. */
export type SummaryKind = 'daily' | 'weekly';

const PLANS = {
  daily: { dueAt: noticeSettings.dailyDueAt, from: noticeSettings.dailyFrom },
  weekly: { dueAt: noticeSettings.weeklyDueAt, from: noticeSettings.weeklyFrom },
} as const;

/** CTE: due summaries, the longest due first; `since` is the last summary or the read-all mark, whichever is later. */
const dueUntil = (interval: SummaryKind, now: number, limit: number) => {
  const { dueAt, from } = PLANS[interval];
  return sql`due as materialized (
    select member_id as id, matrix, quiet_from, quiet_to, ${dueAt} as due_at, max(${from}, read_to) as since from notice_settings
    where ${dueAt} is not null and ${dueAt} <= ${now} order by ${dueAt} limit ${limit})`;
};

/** A member whose summary is due, with its numbers: by kind for a mail, as one sum for a push. */
export interface DueSummary {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly timezone: string | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly dueAt: number;
  /** 0 if the settings no longer ask for summaries of this interval. */
  readonly isAsked: 0 | 1;
  readonly messages: number;
  readonly matches: number;
  readonly likes: number;
  readonly offers: number;
  readonly pushed: number;
}

/** Members whose summary is due, with what is unread and came since the last one, of the kinds that their settings ask for. All numbers are 0 for members who are not active. */
export const summariesDue = (db: Database, interval: SummaryKind, now: number, limit: number) => {
  const [me, since] = [sql`due.id`, sql`due.since`];
  const countIf = (kind: string, channel: 'push' | 'mail', count: string) =>
    sql`iif(is_there and ${cadenceIn(sql`matrix`, kind, channel)} = ${interval}, ${sql.raw(count)}, 0)`;
  const offerCountIf = (channel: 'push' | 'mail') => sql`iif(is_there and ${offersIn(sql`matrix`, channel)} = ${interval}, offers, 0)`;
  const pushCounts = [
    countIf('message', 'push', 'messages'),
    countIf('match', 'push', 'matches'),
    countIf('like', 'push', 'likes'),
    countIf('account', 'push', 'events'),
    offerCountIf('push'),
  ];
  const accountCount = (kind: SQL) =>
    sql`(select count(*) from account_notices where member_id = due.id and kind = ${kind} and created_at > due.since)`;
  return db.all<DueSummary>(sql`with ${dueUntil(interval, now, limit)}, came as materialized (
      select due.*, (select count(*) from ${unreadSince(me, since)}) as messages,
        (select json_array(count(*), count(mine.liker_id)) from ${likedSince(me, since)}) as liked,
        ${accountCount(sql`'account'`)} as events, ${accountCount(sql`'offer'`)} as offers
      from due),
    news as (select came.*, liked ->> 1 as matches, (liked ->> 0) - (liked ->> 1) as likes from came)
    select news.id, email, name, locale, timezone, quiet_from as quietFrom, quiet_to as quietTo, due_at as dueAt,
      exists (select 1 from json_tree(matrix) where atom = ${interval}) as isAsked,
      ${countIf('message', 'mail', 'messages')} as messages, ${countIf('match', 'mail', 'matches')} as matches,
      ${countIf('like', 'mail', 'likes')} as likes, ${offerCountIf('mail')} as offers,
      ${sql.join(pushCounts, sql` + `)} as pushed
    from (
      select news.*, email, name, locale, timezone, status = 'active' as is_there
      from news cross join ${members} on ${members.id} = news.id) as news`);
};

interface Planned {
  readonly id: string;
  readonly dueAt: number;
}

const stillPlanned = (interval: SummaryKind, { id, dueAt }: Planned) =>
  and(eq(noticeSettings.memberId, id), eq(PLANS[interval].dueAt, dueAt));

/** Postpones a summary to the end of quiet hours, unless another sweep was first. */
export const putOffSummary = (db: Database, interval: SummaryKind, planned: Planned, until: number) =>
  db
    .update(noticeSettings)
    .set(interval === 'daily' ? { dailyDueAt: until } : { weeklyDueAt: until })
    .where(stillPlanned(interval, planned));

interface Summary {
  readonly now: number;
  /** When the next one is due (ms); null if the settings no longer ask for any. */
  readonly next: number | null;
  readonly mail: MailInsert | null;
  readonly push: PushInsert | null;
}

/** Plans the next summary and writes mail and push of this one, unless another sweep was first. One batch in this order. */
export const writeSummary = (db: Database, interval: SummaryKind, planned: Planned, { now, next, mail, push }: Summary) =>
  [
    db
      .update(noticeSettings)
      .set(interval === 'daily' ? { dailyDueAt: next, dailyFrom: now } : { weeklyDueAt: next, weeklyFrom: now })
      .where(stillPlanned(interval, planned)),
    ...(mail ? [insertMailWhen(db, mail, justWritten)] : []),
    ...(push ? [insertPushWhen(db, push, sql`${justWritten} and ${hasSubscription(planned.id)}`)] : []),
  ] as const;
