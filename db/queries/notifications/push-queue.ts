import { lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { compiled, compiledRows } from '../../prepared-statement.ts';
import { pushes } from '../../schema/index.ts';
import { newLikesOf, unreadOf } from '../shared/badge.ts';
import { CLAIM_MS } from '../shared/event-outbox.ts';
import { cadenceIn, offersIn } from './notification-settings.ts';
import type { PushDevice } from './push-subscriptions.ts';

export type PushInsert = typeof pushes.$inferInsert;

/** Whether a member has a browser that takes pushes. */
export const hasSubscription = (memberId: string | SQL): SQL =>
  sql`exists (select 1 from push_subscriptions where member_id = ${memberId})`;

/** Writes the pushes that a query makes: id, member, kind, tag, conversation, count, its two times. One that waits under the same tag becomes it, and tells of both. */
export const insertPushesFrom = (db: Database, rows: SQL) =>
  db.run(sql`
    insert into ${pushes} (id, member_id, kind, tag, conversation_id, count, created_at, due_at) ${rows}
    on conflict (member_id, tag, subscription_id) do update set count = count + excluded.count, created_at = excluded.created_at`);

/** Writes a push if a condition still holds inside the batch. */
export const insertPushWhen = (db: Database, row: PushInsert, when: SQL) =>
  insertPushesFrom(
    db,
    sql`select ${row.id}, ${row.memberId}, ${row.kind}, ${row.tag}, ${row.conversationId ?? null}, ${row.count ?? 1}, ${row.createdAt}, ${row.dueAt} where ${when}`,
  );

export type PushKind = (typeof pushes.$inferSelect)['kind'];

/** What a member's devices are to be told, and the outbox rows it comes from. */
export interface PushNews {
  readonly id: string;
  readonly memberId: string;
  readonly kind: PushKind;
  readonly tag: string;
  readonly conversationId: string | null;
  readonly events: readonly string[];
  readonly createdAt: number;
  readonly dueAt: number;
}

/** How long whoever wrote or took a push has for it before the sweep takes it again. */
export const PUSH_CLAIM_MS = 4 * CLAIM_MS;

/**
 * Writes pushes for members who have a browser that takes them, of rows that are still in the outbox; goes in the batch that takes these
 * off, before them. News of a tag that waits already joins it. Gives the ids of what is there now.
 */
export const insertPushes = (db: Database, news: readonly PushNews[]) => insertPushRows(db, JSON.stringify(news));

const insertPushRows = compiled((db, news: string) =>
  db.all<{ id: string }>(sql`
    insert into pushes (id, member_id, kind, tag, conversation_id, count, created_at, due_at)
    select id, member_id, kind, tag, conversation_id, events, created_at, due_at from (
      select news.value ->> '$.id' as id, news.value ->> '$.memberId' as member_id, news.value ->> '$.kind' as kind, news.value ->> '$.tag' as tag,
        news.value ->> '$.conversationId' as conversation_id, news.value ->> '$.createdAt' as created_at, news.value ->> '$.dueAt' as due_at,
        (select count(*) from outbox where id in (select value from json_each(news.value, '$.events')) and not is_pushed) as events
      from json_each(${news}) as news
      where exists (select 1 from push_subscriptions where member_id = news.value ->> '$.memberId')
    ) where events > 0
    on conflict (member_id, tag, subscription_id) do update set count = count + excluded.count
    returning id`),
);

/** Takes due pushes for this sweep; the conditional write is the guard against two sweeps at once. */
export const claimDuePushes = (db: Database, now: number, limit: number) =>
  db.all<{ id: string }>(
    sql`update pushes set due_at = ${now + PUSH_CLAIM_MS} where id in (select id from pushes where due_at <= ${now} order by due_at limit ${limit}) returning id`,
  );

/** A push with all that decides whether, when and how it goes out, as it is now. */
export interface PushRow {
  readonly id: string;
  readonly memberId: string;
  readonly kind: PushKind;
  readonly tag: string;
  readonly subscriptionId: string;
  readonly conversationId: string | null;
  readonly count: number;
  readonly createdAt: number;
  readonly tries: number;
  readonly isThere: 0 | 1;
  readonly locale: string;
  readonly timezone: string | null;
  readonly matrix: Record<string, { push?: string; mail?: string }>;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly unreadMessages: number;
  readonly newLikes: number;
  /** How much of what it tells is still new to the member and may be told; of kind digest only what of the account waits for one. */
  readonly news: number;
  /** With whom the one match is that it tells of, if it is one. */
  readonly matchId: string | null;
  readonly devices: readonly PushDevice[];
}

/** Of a member who is there, and neither has blocked the other. */
const mayBeTold = (other: SQL) => sql`exists (select 1 from members where id = ${other} and status in ('active', 'not_confirmed'))
  and not exists (select 1 from blocks where (blocker_id = p.member_id and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = p.member_id))`;

const unreadMessages = sql`select unread from inbox where member_id = p.member_id and conversation_id = p.conversation_id and not is_aside and ${mayBeTold(sql`inbox.other_id`)}`;

/** A like that is answered is a match and told as one. */
const newLikes = sql`select count(*) from likes where liked_id = p.member_id and is_new = 1 and created_at >= p.created_at and ${mayBeTold(sql`likes.liker_id`)}
  and not exists (select 1 from likes mine where mine.liker_id = p.member_id and mine.liked_id = likes.liker_id)`;

const newMatches = sql`from like_notices told
  join likes mine on mine.liker_id = told.liker_id and mine.liked_id = told.liked_id
  join likes theirs on theirs.liker_id = told.liked_id and theirs.liked_id = told.liker_id
  where told.liker_id = p.member_id and told.match_told_at >= p.created_at and ${mayBeTold(sql`told.liked_id`)}`;

const unreadNotices = (kind: SQL) =>
  sql`select count(*) from account_notices where member_id = p.member_id and kind = ${kind} and created_at > coalesce(s.read_to, 0)`;
const forDigest = sql`select (${unreadNotices(sql`'account'`)} and ${cadenceIn(sql`s.matrix`, 'account', 'push')} in ('daily', 'weekly'))
  + (${unreadNotices(sql`'offer'`)} and ${offersIn(sql`s.matrix`, 'push')} in ('daily', 'weekly'))`;

/** Browsers of sessions that run: the one that is left, else all but those which wait for a push of this tag by themselves. */
const devices = sql`select json_group_array(json_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth)) from push_subscriptions d
  join sessions on sessions.id = d.session_id and sessions.expires_at > `;
const isMeant = sql`d.member_id = p.member_id and iif(p.subscription_id <> '', d.id = p.subscription_id,
  not exists (select 1 from pushes own where own.member_id = p.member_id and own.tag = p.tag and own.subscription_id = d.id))`;

type Cells = Omit<PushRow, 'devices' | 'matrix'> & { readonly devices: string; readonly matrix: string | null };

/** The database made this text out of the columns of its devices. */
const devicesIn = (text: string) => JSON.parse(text) as PushDevice[];
/** As notice_settings keeps it. */
const matrixIn = (text: string | null) => (text === null ? {} : JSON.parse(text)) as PushRow['matrix'];

const readPushes = compiledRows(
  (_, ids: string, now: number) => sql`
    select p.id, p.member_id as memberId, p.kind, p.tag, p.subscription_id as subscriptionId, p.conversation_id as conversationId,
      p.count, p.created_at as createdAt, p.tries, m.status in ('active', 'not_confirmed') as isThere, m.locale, m.timezone,
      s.matrix, s.quiet_from as quietFrom, s.quiet_to as quietTo,
      ${unreadOf(sql`p.member_id`)} as unreadMessages, ${newLikesOf(sql`p.member_id`)} as newLikes,
      coalesce(case p.kind when 'message' then (${unreadMessages}) when 'like' then (${newLikes}) when 'match' then (select count(*) ${newMatches})
        when 'digest' then (${forDigest}) else (${unreadNotices(sql`p.kind`)}) end, 0) as news,
      case when p.kind = 'match' then (select iif(count(*) = 1, max(told.liked_id), null) ${newMatches}) end as matchId,
      (${devices} ${now} where ${isMeant}) as devices
    from json_each(${ids}) as asked cross join pushes p on p.id = asked.value
    join members m on m.id = p.member_id left join notice_settings s on s.member_id = p.member_id`,
  (cells: Cells): PushRow => ({ ...cells, devices: devicesIn(cells.devices), matrix: matrixIn(cells.matrix) }),
);

/** Pushes with what is true of them and of their members now. */
export const pushesToSend = (db: Database, ids: readonly string[], now: number) => readPushes(db, JSON.stringify(ids), now);

/** Takes pushes out that are done with, unless more has joined them since they were read; gives those that went. */
export const deletePushes = (db: Database, done: readonly Pick<PushRow, 'id' | 'count'>[]) =>
  db.all<{ id: string }>(
    sql`delete from pushes where (id, count) in (select value ->> '$.id', value ->> '$.count' from json_each(${JSON.stringify(done)})) returning id`,
  );

/** Takes out what is too old to be told. */
export const deletePushesBefore = (db: Database, time: number) => db.delete(pushes).where(lt(pushes.createdAt, time));

/** When a push goes on, and how often it was tried until now. */
export interface Postponed {
  readonly id: string;
  readonly dueAt: number;
  readonly tries: number;
}

export const postponePushes = (db: Database, later: readonly Postponed[]) =>
  db.run(sql`
    update pushes set due_at = later.value ->> '$.dueAt', tries = later.value ->> '$.tries'
    from json_each(${JSON.stringify(later)}) as later where pushes.id = later.value ->> '$.id'`);

/** What one browser alone has not taken yet. */
export type LeftOver = Omit<Postponed, 'tries'> &
  Pick<PushRow, 'memberId' | 'kind' | 'tag' | 'conversationId' | 'subscriptionId' | 'createdAt'>;

/** Writes a push for each such browser, by which it waits while the member's others go on. */
export const insertLeftOvers = (db: Database, left: readonly LeftOver[]) =>
  db.run(sql`
    insert into pushes (id, member_id, kind, tag, subscription_id, conversation_id, created_at, due_at, tries)
    select one.value ->> '$.id', members.id, one.value ->> '$.kind', one.value ->> '$.tag', one.value ->> '$.subscriptionId',
      one.value ->> '$.conversationId', one.value ->> '$.createdAt', one.value ->> '$.dueAt', 1
    from json_each(${JSON.stringify(left)}) as one join members on members.id = one.value ->> '$.memberId'
    where true on conflict do nothing`);
