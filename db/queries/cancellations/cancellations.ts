import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { cancellations, entitlements, mails, members, orders } from '../../schema/index.ts';
import { previousStatementWrote } from '../shared/event-outbox.ts';
import { isAmongFirst } from '../shared/first-rows.ts';
import { insertMailWhen, type MailInsert } from '../shared/mail-queue.ts';

export type CancellationRow = typeof cancellations.$inferSelect;

/** The fields by which two cancellations count as the same. */
type CancellationContent = Pick<CancellationRow, 'email' | 'kind' | 'orderNumber' | 'endsOn' | 'reason'>;

const hasContent = ({ email, kind, orderNumber, endsOn, reason }: CancellationContent, since: number) =>
  sql`email = ${email} and created_at > ${since} and kind = ${kind} and order_number = ${orderNumber} and ends_on is ${endsOn}
    and reason = ${reason}`;

/** A cancellation with the same content made since a time, if there is one. */
export const sameCancellation = (db: Database, content: CancellationContent, since: number) =>
  db
    .select({ number: cancellations.number, createdAt: cancellations.createdAt })
    .from(cancellations)
    .where(hasContent(content, since))
    .limit(1);

/**
 * The contract that renews of the account with this address, and the end of what is paid for; with an order number only if the order is the
 * member's and belongs to it: the purchase or a renewal of it. No row without such a contract.
 */
export const renewingContract = (db: Database, email: string, orderNumber: string) =>
  db
    .select({
      member: { id: members.id, locale: members.locale, timezone: members.timezone },
      paidUntil: entitlements.untilAt,
    })
    .from(members)
    .innerJoin(entitlements, and(eq(entitlements.memberId, members.id), eq(entitlements.renews, true)))
    .where(
      and(
        eq(members.email, email),
        inArray(members.status, ['active', 'not_confirmed']),
        orderNumber === ''
          ? undefined
          : sql`exists (
              select 1 from ${orders} as named join entitlements as span on span.order_id = named.id
              where named.id = ${orderNumber} and named.member_id = ${members.id}
                and (span.id = ${entitlements.id} or span.subscription = ${entitlements.subscription}))`,
      ),
    )
    .orderBy(desc(entitlements.untilAt))
    .limit(1);

/** Stores a cancellation and its mail unless the same was made since `sameSince`; the mail then has no row. */
export const insertCancellation = (db: Database, row: CancellationRow, mail: MailInsert | null, sameSince: number) => ({
  storedCancellation: db.run(sql`
      insert into ${cancellations} (number, member_id, email, locale, kind, order_number, ends_on, reason, created_at, closed_at)
      select ${row.number}, (select id from ${members} where id = ${row.memberId}), ${row.email}, ${row.locale}, ${row.kind},
        ${row.orderNumber}, ${row.endsOn}, ${row.reason}, ${row.createdAt}, ${row.closedAt}
      where not exists (select 1 from ${cancellations} where ${hasContent(row, sameSince)})`),
  cancellationMail: mail && insertMailWhen(db, mail, previousStatementWrote),
});

/** Condition: this cancellation is stored and no account has taken its address since it was judged. */
export const isStoredCancellationOf = (number: string, memberId: string, email: string) =>
  sql`exists (select 1 from cancellations as stored where stored.number = ${number})
    and exists (select 1 from members as owner where owner.id = ${memberId} and owner.email = ${email})`;

/** Cancellations that an operator has to look at, the oldest first. */
export const openCancellations = (db: Database, limit: number) =>
  db.select().from(cancellations).where(isNull(cancellations.closedAt)).orderBy(asc(cancellations.createdAt)).limit(limit);

/** Cancellations that are closed, the latest first. */
export const closedCancellations = (db: Database, limit: number) =>
  db.select().from(cancellations).where(isNotNull(cancellations.closedAt)).orderBy(desc(cancellations.closedAt)).limit(limit);

export const cancellationByNumber = (db: Database, number: string) =>
  db.select().from(cancellations).where(eq(cancellations.number, number));

/** Closes an open cancellation; no row if it is not open. */
export const closeCancellation = (db: Database, number: string, now: number) =>
  db
    .update(cancellations)
    .set({ closedAt: now })
    .where(and(eq(cancellations.number, number), isNull(cancellations.closedAt)))
    .returning({ number: cancellations.number });

/** All cancellations that ended a contract of a member, the oldest first. */
export const cancellationsOfMember = (db: Database, memberId: string) =>
  db.select().from(cancellations).where(eq(cancellations.memberId, memberId)).orderBy(asc(cancellations.createdAt));

const isMailWithoutMember = and(isNull(mails.memberId), eq(mails.kind, 'cancellation'));

/** Deletes cancellations that were closed before a time, and mails about them to people without an account from before it. */
export const deleteCancellationsBefore = (db: Database, before: number) => ({
  deletedCancellations: db
    .delete(cancellations)
    .where(isAmongFirst(cancellations, and(isNotNull(cancellations.closedAt), lt(cancellations.closedAt, before)))),
  deletedCancellationMails: db.delete(mails).where(isAmongFirst(mails, and(isMailWithoutMember, lt(mails.createdAt, before)))),
});

/** Deletes cancellations without an account, and their mails, whose address is that of a deleted account. It runs in the batch that erases the account, before its row goes. */
export const deleteCancellationsFromEmailOf = (db: Database, memberId: string) => {
  const address = sql`(select email from ${members} where id = ${memberId} and status = 'deleted')`;
  return {
    deletedCancellations: db.delete(cancellations).where(and(isNull(cancellations.memberId), sql`${cancellations.email} = ${address}`)),
    deletedCancellationMails: db.delete(mails).where(and(isMailWithoutMember, sql`${mails.recipient} = ${address}`)),
  };
};
