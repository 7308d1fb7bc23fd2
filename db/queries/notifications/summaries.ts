import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, notificationSettings } from '../../schema/index.ts';
import { previousStatementWrote } from '../shared/event-outbox.ts';
import { insertMailWhen, type MailInsert } from '../shared/mail-queue.ts';
import { fromNewLikesSince, fromUnreadSince, type ScheduledRecipient } from './absence-mails.ts';
import { cadenceIn, offerCadenceIn } from './notification-settings.ts';
import { hasPushSubscription, insertPushWhen, type PushInsert } from './push-queue.ts';

/** The interval of a summary, which is also its value in the matrix of notification settings. */
export type SummaryKind = 'daily' | 'weekly';

const PLANS = {
  daily: { dueAt: notificationSettings.dailyDueAt, from: notificationSettings.dailySince },
  weekly: { dueAt: notificationSettings.weeklyDueAt, from: notificationSettings.weeklySince },
} as const;

/** CTE: due summaries, the longest due first; `since` is the last summary or the read-all mark, whichever is later. */
const dueSummaries = (interval: SummaryKind, now: number, limit: number) => {
  const { dueAt, from } = PLANS[interval];
  return sql`due as materialized (
    select member_id as id, matrix, quiet_from, quiet_to, ${dueAt} as due_at, max(${from}, read_to) as since from notification_settings
    where ${dueAt} is not null and ${dueAt} <= ${now} order by ${dueAt} limit ${limit})`;
};

/** A member whose summary is due, with its numbers: by kind for a mail, as one sum for a push. */
export interface DueSummary extends ScheduledRecipient {
  readonly dueAt: number;
  /** 0 if the settings no longer ask for summaries of this interval. */
  readonly isWanted: 0 | 1;
  readonly messages: number;
  readonly matches: number;
  readonly likes: number;
  readonly offers: number;
  readonly pushCount: number;
}

/** Members whose summary is due, with what is unread and came since the last one, of the kinds that their settings ask for. All numbers are 0 for members who are not active. */
export const summariesDue = (db: Database, interval: SummaryKind, now: number, limit: number) => {
  const [me, since] = [sql`due.id`, sql`due.since`];
  const countIf = (kind: string, channel: 'push' | 'mail', count: string) =>
    sql`iif(is_there and ${cadenceIn(sql`matrix`, kind, channel)} = ${interval}, ${sql.raw(count)}, 0)`;
  const offerCountIf = (channel: 'push' | 'mail') =>
    sql`iif(is_there and ${offerCadenceIn(sql`matrix`, channel)} = ${interval}, offers, 0)`;
  const pushCounts = [
    countIf('message', 'push', 'messages'),
    countIf('match', 'push', 'matches'),
    countIf('like', 'push', 'likes'),
    countIf('account', 'push', 'events'),
    offerCountIf('push'),
  ];
  const accountCount = (kind: SQL) =>
    sql`(select count(*) from account_notifications where member_id = due.id and kind = ${kind} and created_at > due.since)`;
  return db.all<DueSummary>(sql`with ${dueSummaries(interval, now, limit)}, came as materialized (
      select due.*, (select count(*) from ${fromUnreadSince(me, since)}) as messages,
        (select json_array(count(*), count(mine.liker_id)) from ${fromNewLikesSince(me, since)}) as liked,
        ${accountCount(sql`'account'`)} as events, ${accountCount(sql`'offer'`)} as offers
      from due),
    news as (select came.*, liked ->> 1 as matches, (liked ->> 0) - (liked ->> 1) as likes from came)
    select news.id, email, name, locale, timezone, quiet_from as quietFrom, quiet_to as quietTo, due_at as dueAt,
      exists (select 1 from json_tree(matrix) where atom = ${interval}) as isWanted,
      ${countIf('message', 'mail', 'messages')} as messages, ${countIf('match', 'mail', 'matches')} as matches,
      ${countIf('like', 'mail', 'likes')} as likes, ${offerCountIf('mail')} as offers,
      ${sql.join(pushCounts, sql` + `)} as pushCount
    from (
      select news.*, email, name, locale, timezone, status = 'active' as is_there
      from news cross join ${members} on ${members.id} = news.id) as news`);
};

interface PlannedSummary {
  readonly id: string;
  readonly dueAt: number;
}

const isStillPlanned = (interval: SummaryKind, { id, dueAt }: PlannedSummary) =>
  and(eq(notificationSettings.memberId, id), eq(PLANS[interval].dueAt, dueAt));

/** Postpones a summary to the end of quiet hours, unless another sweep was first. */
export const postponeSummary = (db: Database, interval: SummaryKind, planned: PlannedSummary, until: number) =>
  db
    .update(notificationSettings)
    .set(interval === 'daily' ? { dailyDueAt: until } : { weeklyDueAt: until })
    .where(isStillPlanned(interval, planned));

interface Summary {
  readonly now: number;
  /** When the next one is due (ms); null if the settings no longer ask for any. */
  readonly next: number | null;
  readonly mail: MailInsert | null;
  readonly push: PushInsert | null;
}

/** Plans the next summary and writes mail and push of this one, unless another sweep was first. One batch in this order. */
export const writeSummary = (db: Database, interval: SummaryKind, planned: PlannedSummary, { now, next, mail, push }: Summary) =>
  [
    db
      .update(notificationSettings)
      .set(interval === 'daily' ? { dailyDueAt: next, dailySince: now } : { weeklyDueAt: next, weeklySince: now })
      .where(isStillPlanned(interval, planned)),
    ...(mail ? [insertMailWhen(db, mail, previousStatementWrote)] : []),
    ...(push ? [insertPushWhen(db, push, sql`${previousStatementWrote} and ${hasPushSubscription(planned.id)}`)] : []),
  ] as const;
