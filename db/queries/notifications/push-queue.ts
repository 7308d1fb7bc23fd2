import { and, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared, preparedRows } from '../../prepared-statement.ts';
import { pushes } from '../../schema/index.ts';
import { newLikesOf, unreadMessagesOf } from '../shared/badge.ts';
import { DELIVERY_CLAIM_MS } from '../shared/event-outbox.ts';
import { isAmongFirst } from '../shared/first-rows.ts';
import { cadenceIn, offerCadenceIn } from './notification-settings.ts';
import type { PushDevice } from './push-subscriptions.ts';

export type PushInsert = typeof pushes.$inferInsert;

/** Condition: a member has a push subscription. */
export const hasPushSubscription = (memberId: string | SQL): SQL =>
  sql`exists (select 1 from push_subscriptions where member_id = ${memberId})`;

/** Writes the pushes of a query with the columns id, member, kind, tag, conversation, count, created_at, due_at. If a push of the same tag waits, it gets the sum of both counts. */
export const insertPushesFrom = (db: Database, rows: SQL) =>
  db.run(sql`
    insert into ${pushes} (id, member_id, kind, tag, conversation_id, count, created_at, due_at) ${rows}
    on conflict (member_id, tag, subscription_id) do update set count = count + excluded.count, created_at = excluded.created_at`);

/** Writes a push if a condition still holds inside the batch. */
export const insertPushWhen = (db: Database, row: PushInsert, when: SQL) =>
  insertPushesFrom(
    db,
    sql`
      select ${row.id}, ${row.memberId}, ${row.kind}, ${row.tag}, ${row.conversationId ?? null}, ${row.count ?? 1},
        ${row.createdAt}, ${row.dueAt}
      where ${when}`,
  );

export type PushKind = (typeof pushes.$inferSelect)['kind'];

/** A push to be written, with the ids of the outbox rows from which it comes. */
export interface PendingPush {
  readonly id: string;
  readonly memberId: string;
  readonly kind: PushKind;
  readonly tag: string;
  readonly conversationId: string | null;
  readonly eventIds: readonly string[];
  readonly createdAt: number;
  readonly dueAt: number;
}

/** How long (ms) a push is reserved for the process that wrote or claimed it, before a sweep may claim it again. */
export const PUSH_CLAIM_MS = 4 * DELIVERY_CLAIM_MS;

/**
 * Writes pushes for members with a push subscription, counting those rows that are still in the outbox and not pushed. It must come before the
 * deletion of these rows in its batch. If a push of the same tag waits, the counts are added. Gives the ids of the pushes written or changed.
 */
export const insertPushes = (db: Database, news: readonly PendingPush[]) => insertPushRows(db, JSON.stringify(news));

const insertPushRows = prepared((db, news: string) =>
  db.all<{ id: string }>(sql`
    insert into pushes (id, member_id, kind, tag, conversation_id, count, created_at, due_at)
    select id, member_id, kind, tag, conversation_id, events, created_at, due_at from (
      select news.value ->> '$.id' as id, news.value ->> '$.memberId' as member_id, news.value ->> '$.kind' as kind, news.value ->> '$.tag' as tag,
        news.value ->> '$.conversationId' as conversation_id, news.value ->> '$.createdAt' as created_at, news.value ->> '$.dueAt' as due_at,
        (select count(*) from event_outbox where id in (select value from json_each(news.value, '$.eventIds')) and not is_push_queued) as events
      from json_each(${news}) as news
      where exists (select 1 from push_subscriptions where member_id = news.value ->> '$.memberId')
    ) where events > 0
    on conflict (member_id, tag, subscription_id) do update set count = count + excluded.count
    returning id`),
);

/** Claims due pushes for this sweep; the conditional write guards against two sweeps at once. */
export const claimDuePushes = (db: Database, now: number, limit: number) =>
  db.all<{ id: string }>(
    sql`
      update pushes set due_at = ${now + PUSH_CLAIM_MS}
      where id in (select id from pushes where due_at <= ${now} order by due_at limit ${limit})
      returning id`,
  );

/** What a like or a message quotes, as a push tells it. */
export type QuotedKind = 'photo' | 'text' | 'field';

/** A push with the present facts that decide whether, when and how it is sent. */
export interface PushRow {
  readonly id: string;
  readonly memberId: string;
  readonly kind: PushKind;
  readonly tag: string;
  /** Set if the push is for one device only, otherwise empty. */
  readonly subscriptionId: string;
  readonly conversationId: string | null;
  readonly count: number;
  readonly createdAt: number;
  readonly tries: number;
  readonly accountExists: 0 | 1;
  readonly locale: string;
  readonly timezone: string | null;
  readonly matrix: Record<string, { push?: string; mail?: string }>;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly unreadMessages: number;
  readonly newLikes: number;
  /** The number of things that the push is about and that are still unread or new, and visible; for kind `summary` only account notifications and offers. */
  readonly unreadCount: number;
  /** The other member of a push about exactly one match. */
  readonly matchId: string | null;
  /** What the only new like or unread message of the push quotes; null if there are several, or if it quotes nothing. */
  readonly quotedKind: QuotedKind | null;
  readonly devices: readonly PushDevice[];
}

/** Condition: the other member is neither deleted nor banned, and neither of the two has blocked the other. */
const isVisibleToOwner = (other: SQL) => sql`exists (select 1 from members where id = ${other} and status in ('active', 'not_confirmed'))
  and not exists (select 1 from blocks where (blocker_id = p.member_id and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = p.member_id))`;

/** Condition: the address of a member is confirmed; before that their likes do not show. */
const isConfirmed = (other: SQL) => sql`exists (select 1 from members where id = ${other} and status = 'active')`;

const quotedKind = sql`case when quotes.image_id is not null then 'photo' when quotes.field_id is not null then 'field' else 'text' end`;

const conversationOfPush = sql`from participants
  where member_id = p.member_id and conversation_id = p.conversation_id and not is_message_request and ${isVisibleToOwner(sql`participants.other_id`)}`;
const unreadMessages = sql`select unread ${conversationOfPush}`;
/** What the last message of the other quotes, if it is the only unread one. */
const quotedByMessage = sql`select (select ${quotedKind} from messages join quotes on quotes.message_id = messages.id
    where messages.conversation_id = p.conversation_id and messages.seq = participants.last_seq and messages.sender_id = participants.other_id)
  ${conversationOfPush} and unread = 1`;

/** New likes without those that are answered, which are matches. */
const fromNewLikes = sql`from likes
  where liked_id = p.member_id and is_new = 1 and created_at >= p.created_at and ${isVisibleToOwner(sql`likes.liker_id`)} and ${isConfirmed(sql`likes.liker_id`)}
  and not exists (select 1 from likes mine where mine.liker_id = p.member_id and mine.liked_id = likes.liker_id)`;
const newLikes = sql`select count(*) ${fromNewLikes}`;
/** What the only new like quotes. */
const quotedByLike = sql`select iif(count(*) = 1, max((select ${quotedKind} from quotes
    where quotes.author_id = likes.liker_id and quotes.owner_id = likes.liked_id and quotes.message_id is null)), null) ${fromNewLikes}`;

const newMatches = sql`from like_notification_log log
  join likes mine on mine.liker_id = log.liker_id and mine.liked_id = log.liked_id
  join likes theirs on theirs.liker_id = log.liked_id and theirs.liked_id = log.liker_id
  where log.liker_id = p.member_id and log.match_notified_at >= p.created_at and ${isVisibleToOwner(sql`log.liked_id`)} and ${isConfirmed(sql`log.liked_id`)}`;

const unreadNotifications = (kind: SQL) =>
  sql`select count(*) from account_notifications where member_id = p.member_id and kind = ${kind} and created_at > coalesce(s.read_to, 0)`;
const forSummary = sql`select (${unreadNotifications(sql`'account'`)} and ${cadenceIn(sql`s.matrix`, 'account', 'push')} in ('daily', 'weekly'))
  + (${unreadNotifications(sql`'offer'`)} and ${offerCadenceIn(sql`s.matrix`, 'push')} in ('daily', 'weekly'))`;

/** Devices of valid sessions. The comparison is completed by its user. A push for one device goes to that one, another one to all that have no push of their own with this tag. */
const selectDevices = sql`select json_group_array(json_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth)) from push_subscriptions d
  join sessions on sessions.id = d.session_id and sessions.expires_at > `;
const isTargetDevice = sql`d.member_id = p.member_id and iif(p.subscription_id <> '', d.id = p.subscription_id,
  not exists (select 1 from pushes own where own.member_id = p.member_id and own.tag = p.tag and own.subscription_id = d.id))`;

type PushCells = Omit<PushRow, 'devices' | 'matrix'> & { readonly devices: string; readonly matrix: string | null };

/** Parses the JSON that the query above made, whose form is therefore known. */
const parseDevices = (text: string) => JSON.parse(text) as PushDevice[];
/** Parses the matrix as stored in notification_settings. */
const parseMatrix = (text: string | null) => (text === null ? {} : JSON.parse(text)) as PushRow['matrix'];

const readPushes = preparedRows(
  (_, ids: string, now: number) => sql`
    select p.id, p.member_id as memberId, p.kind, p.tag, p.subscription_id as subscriptionId, p.conversation_id as conversationId,
      p.count, p.created_at as createdAt, p.tries, m.status in ('active', 'not_confirmed') as accountExists, m.locale, m.timezone,
      s.matrix, s.quiet_from as quietFrom, s.quiet_to as quietTo,
      ${unreadMessagesOf(sql`p.member_id`)} as unreadMessages, ${newLikesOf(sql`p.member_id`)} as newLikes,
      coalesce(case p.kind when 'message' then (${unreadMessages}) when 'like' then (${newLikes}) when 'match' then (select count(*) ${newMatches})
        when 'summary' then (${forSummary}) else (${unreadNotifications(sql`p.kind`)}) end, 0) as unreadCount,
      case when p.kind = 'match' then (select iif(count(*) = 1, max(log.liked_id), null) ${newMatches}) end as matchId,
      case p.kind when 'message' then (${quotedByMessage}) when 'like' then (${quotedByLike}) end as quotedKind,
      (${selectDevices} ${now} where ${isTargetDevice}) as devices
    from json_each(${ids}) as asked cross join pushes p on p.id = asked.value
    join members m on m.id = p.member_id left join notification_settings s on s.member_id = p.member_id`,
  (cells: PushCells): PushRow => ({ ...cells, devices: parseDevices(cells.devices), matrix: parseMatrix(cells.matrix) }),
);

/** Pushes by id, with the present facts about them and their members. */
export const pushesToSend = (db: Database, ids: readonly string[], now: number) => readPushes(db, JSON.stringify(ids), now);

/** Deletes pushes that are done, unless their count has grown since they were read; gives those deleted. */
export const deletePushes = (db: Database, done: readonly Pick<PushRow, 'id' | 'count'>[]) =>
  db.all<{ id: string }>(
    sql`
      delete from pushes
      where (id, count) in (select value ->> '$.id', value ->> '$.count' from json_each(${JSON.stringify(done)}))
      returning id`,
  );

/** Deletes pushes that were due before a time, and were created before it: they are too old to be sent. */
export const deletePushesBefore = (db: Database, time: number) =>
  db.delete(pushes).where(isAmongFirst(pushes, and(lt(pushes.dueAt, time), lt(pushes.createdAt, time))));

/** The next due time (ms) of a push that failed, and the number of its tries. */
export interface PostponedPush {
  readonly id: string;
  readonly dueAt: number;
  readonly tries: number;
}

/** Sets the next due time and the number of tries of pushes. */
export const postponePushes = (db: Database, later: readonly PostponedPush[]) =>
  db.run(sql`
    update pushes set due_at = later.value ->> '$.dueAt', tries = later.value ->> '$.tries'
    from json_each(${JSON.stringify(later)}) as later where pushes.id = later.value ->> '$.id'`);

/** A push that failed for one device only. */
export type DevicePush = Omit<PostponedPush, 'tries'> &
  Pick<PushRow, 'memberId' | 'kind' | 'tag' | 'conversationId' | 'subscriptionId' | 'createdAt'>;

/** Writes a push of its own for each such device, so that it is tried again without the member's other devices. */
export const insertDevicePushes = (db: Database, left: readonly DevicePush[]) =>
  db.run(sql`
    insert into pushes (id, member_id, kind, tag, subscription_id, conversation_id, created_at, due_at, tries)
    select one.value ->> '$.id', members.id, one.value ->> '$.kind', one.value ->> '$.tag', one.value ->> '$.subscriptionId',
      one.value ->> '$.conversationId', one.value ->> '$.createdAt', one.value ->> '$.dueAt', 1
    from json_each(${JSON.stringify(left)}) as one join members on members.id = one.value ->> '$.memberId'
    where true on conflict do nothing`);
