import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { attempts, discounts, members, noticeSettings } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen, insertMailWhen, type MailInsert } from '../shared/event-outbox.ts';
import { type AccountNotice, insertAccountNotice, isNoted } from './notification-list.ts';
import { offersIn } from './notification-settings.ts';
import { hasSubscription, insertPushWhen, type PushInsert } from './push-queue.ts';

/** Time bonuses that run and that not everybody who asked for offers has been told of. */
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

/** Notes, until a time bonus ends, that everybody has been told of it. */
export const noteTold = (db: Database, { code, endsAt }: { code: string; endsAt: number }) =>
  db
    .insert(attempts)
    .values({ key: `offer:${code}`, windowStart: 0, count: 1, endsAt })
    .onConflictDoNothing();

const chosen = (channel: 'push' | 'mail') => offersIn(sql`${noticeSettings.matrix}`, channel);
const isToldSince = (memberId: SQL, since: number) =>
  sql`exists (select 1 from account_notices where member_id = ${memberId} and event = 'time_bonus' and created_at >= ${since})`;

/** Members behind one who want offers by any channel and have not been told of one since it began, by their id; `now` says by which it goes out at once. */
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

export interface Offer {
  readonly notice: AccountNotice;
  readonly event: EventInsert;
  readonly push: PushInsert | null;
  readonly mail: MailInsert | null;
}

/** Tells a member of an offer that began at a time, unless another sweep has. */
export const tellOffer = (db: Database, { notice, event, push, mail }: Offer, since: number) =>
  [
    insertAccountNotice(db, notice, sql`not ${isToldSince(sql`${notice.memberId}`, since)}`),
    insertEventWhen(db, event, isNoted(notice)),
    push && insertPushWhen(db, push, sql`${isNoted(notice)} and ${hasSubscription(notice.memberId)}`),
    mail && insertMailWhen(db, mail, isNoted(notice)),
  ] as const;
