import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { attempts, discounts, members, notificationSettings } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { insertMailWhen, type MailInsert } from '../shared/mail-queue.ts';
import { type AccountNotification, insertAccountNotification, isNotificationWritten } from './notification-list.ts';
import { offerCadenceIn } from './notification-settings.ts';
import { hasPushSubscription, insertPushWhen, type PushInsert } from './push-queue.ts';

/** Valid time bonuses of which not all members who want offers are notified. */
export const bonusesToNotify = (db: Database, now: number) =>
  db
    .select({ code: discounts.code, startsAt: discounts.startsAt, endsAt: sql<number>`${discounts.endsAt}` })
    .from(discounts)
    .where(
      and(
        eq(discounts.kind, 'time_bonus'),
        gt(discounts.endsAt, now),
        lte(discounts.startsAt, now),
        sql`not exists (select 1 from attempts where attempts.key = 'offer:' || discounts.code)`,
      ),
    );

/** Marks a time bonus as notified to everybody; the mark lasts until the bonus ends. */
export const markBonusNotified = (db: Database, { code, endsAt }: { code: string; endsAt: number }) =>
  db
    .insert(attempts)
    .values({ key: `offer:${code}`, windowStart: 0, count: 1, endsAt })
    .onConflictDoNothing();

const offerCadence = (channel: 'push' | 'mail') => offerCadenceIn(sql`${notificationSettings.matrix}`, channel);
const isNotifiedSince = (memberId: SQL, since: number) =>
  sql`exists (select 1 from account_notifications where member_id = ${memberId} and event = 'time_bonus' and created_at >= ${since})`;

/** Members with an id behind `after`, in the order of ids, who want offers on any channel and have had no offer notification since `since`. isPushQueued and isMailed tell on which channel it goes out at once. */
export const membersToNotify = (db: Database, since: number, after: string, limit: number) =>
  db
    .select({
      id: members.id,
      email: members.email,
      name: members.name,
      locale: members.locale,
      timezone: members.timezone,
      quietFrom: notificationSettings.quietFrom,
      quietTo: notificationSettings.quietTo,
      isPushed: sql<0 | 1>`${offerCadence('push')} = 'now'`,
      isMailed: sql<0 | 1>`${offerCadence('mail')} = 'now'`,
    })
    .from(notificationSettings)
    .innerJoin(members, and(eq(members.id, notificationSettings.memberId), eq(members.status, 'active')))
    .where(
      and(
        gt(notificationSettings.memberId, after),
        // Implied by the next line; the index of those who have chosen something about offers demands it.
        sql`${notificationSettings.matrix} ->> '$.offer' is not null`,
        sql`(${offerCadence('push')} <> 'never' or ${offerCadence('mail')} <> 'never')`,
        sql`not ${isNotifiedSince(sql`${members.id}`, since)}`,
      ),
    )
    .orderBy(notificationSettings.memberId)
    .limit(limit);

/** What a member gets of an offer; null for a channel on which it does not go out at once. */
export interface OfferNotification {
  readonly notification: AccountNotification;
  readonly event: EventInsert;
  readonly push: PushInsert | null;
  readonly mail: MailInsert | null;
}

/** Notifies a member of an offer, unless another sweep has done so since `since`. */
export const notifyOfOffer = (db: Database, { notification, event, push, mail }: OfferNotification, since: number) =>
  [
    insertAccountNotification(db, notification, sql`not ${isNotifiedSince(sql`${notification.memberId}`, since)}`),
    insertEventWhen(db, event, isNotificationWritten(notification)),
    push && insertPushWhen(db, push, sql`${isNotificationWritten(notification)} and ${hasPushSubscription(notification.memberId)}`),
    mail && insertMailWhen(db, mail, isNotificationWritten(notification)),
  ] as const;
