import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { pushSubscriptions, sessions } from '../../schema/index.ts';
import { isTrueClaim, type SessionClaim } from '../shared/sessions.ts';

/** Where a browser takes pushes, and the keys they are encrypted for. */
export interface PushDevice {
  readonly id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The session of a claim that is true. */
const own = (claim: SessionClaim, now: number) => sql`(select ${sessions.id} from ${sessions} where ${isTrueClaim(claim, now)})`;

/**
 * Keeps what a session's browser subscribed to, if the claim is true: one a session, one member an endpoint, so many a member, of which
 * the longest unseen goes. Subscribed again it stays the same device, seen now; one that `isKnown` must be there already. One batch, in
 * this order; the second gives what is kept.
 */
export const keepSubscription = (
  db: Database,
  claim: SessionClaim,
  { isKnown, ...device }: PushDevice & { isKnown: boolean },
  now: number,
  most: number,
) =>
  [
    db
      .delete(pushSubscriptions)
      .where(sql`${pushSubscriptions.sessionId} = ${own(claim, now)} and ${pushSubscriptions.endpoint} <> ${device.endpoint}`),
    db.all<{ id: string }>(sql`
      insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, created_at, seen_at)
      select ${device.id}, ${sessions.memberId}, ${sessions.id}, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${now}, ${now}
      from ${sessions} where ${isTrueClaim(claim, now)} and (not ${isKnown}
        or exists (select 1 from push_subscriptions where endpoint = ${device.endpoint} and member_id = ${claim.memberId}))
      on conflict (endpoint) do update set
        id = iif(member_id = excluded.member_id, id, excluded.id),
        created_at = iif(member_id = excluded.member_id, created_at, excluded.created_at),
        member_id = excluded.member_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, seen_at = excluded.seen_at
      returning id`),
    db.run(sql`
      delete from push_subscriptions where ${own(claim, now)} is not null and id in (
        select id from push_subscriptions where member_id = ${claim.memberId} order by seen_at desc, rowid desc limit -1 offset ${most})`),
  ] as const;

/** The browser of a session takes no more pushes, if the claim is true. */
export const dropSubscription = (db: Database, claim: SessionClaim, now: number) =>
  db.delete(pushSubscriptions).where(sql`${pushSubscriptions.sessionId} = ${own(claim, now)}`);

/** A member's browsers that take pushes, the latest seen first. */
export const subscriptionsOf = (db: Database, memberId: string, now: number) =>
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

/** One of a member's browsers with its keys. */
export const subscriptionOf = (db: Database, memberId: string, id: string) =>
  db
    .select({
      id: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.memberId, memberId)));

/** Takes one of a member's browsers off, if the claim is true; no row: it is not theirs. */
export const deleteSubscription = (db: Database, claim: SessionClaim, id: string, now: number) =>
  db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.memberId, claim.memberId), sql`${own(claim, now)} is not null`))
    .returning({ id: pushSubscriptions.id });

/** Forgets browsers that their push services no longer know. */
export const forgetSubscriptions = (db: Database, ids: readonly string[]) =>
  db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, [...ids]));
