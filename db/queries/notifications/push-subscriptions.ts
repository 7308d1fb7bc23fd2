import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { pushSubscriptions, sessions } from '../../schema/index.ts';
import { isActingSession, type SessionCredential } from '../shared/sessions.ts';

/** The endpoint of a push subscription, and the keys for which its pushes are encrypted. */
export interface PushDevice {
  readonly id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The session id of a credential, or null if the session is not valid. */
const sessionIdOf = (credential: SessionCredential, now: number) =>
  sql`(select ${sessions.id} from ${sessions} where ${isActingSession(credential, now)})`;

/**
 * Stores the push subscription of a session, if the session is valid. A session has one, an endpoint belongs to one member, and of more than
 * `most` for one member those that were not seen for longest are deleted. A known endpoint keeps its id and is seen now. With `isKnown` only a
 * subscription that the member already has is stored. One batch in this order; `stored` gives the stored id, or no row.
 */
export const savePushSubscription = (
  db: Database,
  credential: SessionCredential,
  { isKnown, ...device }: PushDevice & { isKnown: boolean },
  now: number,
  most: number,
) => ({
  replaced: db
    .delete(pushSubscriptions)
    .where(sql`${pushSubscriptions.sessionId} = ${sessionIdOf(credential, now)} and ${pushSubscriptions.endpoint} <> ${device.endpoint}`),
  stored: db.all<{ id: string }>(sql`
    insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, created_at, seen_at)
    select ${device.id}, ${sessions.memberId}, ${sessions.id}, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${now}, ${now}
    from ${sessions} where ${isActingSession(credential, now)} and (not ${isKnown}
      or exists (select 1 from push_subscriptions where endpoint = ${device.endpoint} and member_id = ${credential.memberId}))
    on conflict (endpoint) do update set
      id = iif(member_id = excluded.member_id, id, excluded.id),
      created_at = iif(member_id = excluded.member_id, created_at, excluded.created_at),
      member_id = excluded.member_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, seen_at = excluded.seen_at
    returning id`),
  surplus: db.run(sql`
    delete from push_subscriptions where ${sessionIdOf(credential, now)} is not null and id in (
      select id from push_subscriptions where member_id = ${credential.memberId} order by seen_at desc, rowid desc limit -1 offset ${most})`),
});

/** Deletes the push subscription of a session, if the session is valid. */
export const deletePushSubscriptionOfSession = (db: Database, credential: SessionCredential, now: number) =>
  db.delete(pushSubscriptions).where(sql`${pushSubscriptions.sessionId} = ${sessionIdOf(credential, now)}`);

/** A member's push subscriptions of sessions that have not expired, the latest seen first. */
export const pushSubscriptionsOf = (db: Database, memberId: string, now: number) =>
  db
    .select({
      id: pushSubscriptions.id,
      sessionId: pushSubscriptions.sessionId,
      device: sessions.device,
      createdAt: pushSubscriptions.createdAt,
      seenAt: pushSubscriptions.seenAt,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(pushSubscriptions.memberId, memberId), gt(sessions.expiresAt, now)))
    .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.createdAt));

/** One push subscription of a member with its keys; no row if it is not theirs. */
export const pushSubscriptionById = (db: Database, memberId: string, id: string) =>
  db
    .select({
      id: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.memberId, memberId)));

/** Deletes one push subscription of a member, if the session is valid; no row if it is not theirs. */
export const deletePushSubscription = (db: Database, credential: SessionCredential, id: string, now: number) =>
  db
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.id, id),
        eq(pushSubscriptions.memberId, credential.memberId),
        sql`${sessionIdOf(credential, now)} is not null`,
      ),
    )
    .returning({ id: pushSubscriptions.id });

/** Deletes subscriptions that their push services no longer know. */
export const deletePushSubscriptions = (db: Database, ids: readonly string[]) =>
  db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, [...ids]));
