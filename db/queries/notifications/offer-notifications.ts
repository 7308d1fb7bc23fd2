import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { attempts, discounts, members, noticeSettings } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen, insertMailWhen, type MailInsert } from '../shared/event-outbox.ts';
import { type AccountNotice, insertAccountNotice, isNoted } from './notification-list.ts';
import { offersIn } from './notification-settings.ts';
import { hasSubscription, insertPushWhen, type PushInsert } from './push-queue.ts';

/** Valid time bonuses of which not all members who want offers are notified. */
export const bonusesToTell = (db: Database, now: number) =>
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
export const noteTold = (db: Database, { code, endsAt }: { code: string; endsAt: number }) =>
  db
    .insert(attempts)
    .values({ key: `offer:${code}`, windowStart: 0, count: 1, endsAt })
    .onConflictDoNothing();

const chosen = (channel: 'push' | 'mail') => offersIn(sql`${noticeSettings.matrix}`, channel);
const isToldSince = (memberId: SQL, since: number) =>
  sql`exists (select 1 from account_notices where member_id = ${memberId} and event = 'time_bonus' and created_at >= ${since})`;

/** Members with an id behind `after`, in the order of ids, who want offers on any channel and have had no offer notification since `since`. isPushed and isMailed tell on which channel it goes out at once. */
export const membersToOffer = (db: Database, since: number, after: string, limit: number) =>
  db
    .select({
      id: members.id,
      email: members.email,
      name: members.name,
      locale: members.locale,
      timezone: members.timezone,
      quietFrom: noticeSettings.quietFrom,
      quietTo: noticeSettings.quietTo,
      isPushed: sql<0 | 1>`${chosen('push')} = 'now'`,
      isMailed: sql<0 | 1>`${chosen('mail')} = 'now'`,
    })
    .from(noticeSettings)
    .innerJoin(members, and(eq(members.id, noticeSettings.memberId), eq(members.status, 'active')))
    .where(
      and(
        gt(noticeSettings.memberId, after),
        sql`(${chosen('push')} <> 'never' or ${chosen('mail')} <> 'never')`,
        sql`not ${isToldSince(sql`${members.id}`, since)}`,
      ),
    )
    .orderBy(noticeSettings.memberId)
    .limit(limit);

/** What a member gets of an offer; null for a channel on which it does not go out at once. */
export interface Offer {
  readonly notice: AccountNotice;
  readonly event: EventInsert;
  readonly push: PushInsert | null;
  readonly mail: MailInsert | null;
}

/** Notifies a member of an offer, unless another sweep has done so since `since`. */
export const tellOffer = (db: Database, { notice, event, push, mail }: Offer, since: number) =>
  [
    insertAccountNotice(db, notice, sql`not ${isToldSince(sql`${notice.memberId}`, since)}`),
    insertEventWhen(db, event, isNoted(notice)),
    push && insertPushWhen(db, push, sql`${isNoted(notice)} and ${hasSubscription(notice.memberId)}`),
    mail && insertMailWhen(db, mail, isNoted(notice)),
  ] as const;
