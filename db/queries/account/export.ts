import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import {
  accountNotifications,
  blocks,
  creditLots,
  debtLines,
  debts,
  discounts,
  discountUses,
  emailChanges,
  entitlements,
  hides,
  knownDevices,
  knownNetworks,
  ledgerLines,
  likes,
  mails,
  members,
  notificationSettings,
  orders,
  pushes,
  pushSubscriptions,
  reports,
  sessions,
  spendingLimits,
} from '../../schema/index.ts';
import { cancellationsOfMember } from '../cancellations/cancellations.ts';
import { decisionsAbout } from '../cases/decisions.ts';
import { noticesOfMember } from '../cases/notices.ts';
import { complaintsOfMember } from '../complaints/complaints.ts';
import { isNotBlocked } from '../profile/profile.ts';
import { quoteOfLike, quoteOfMessage } from '../shared/quotes.ts';

/** Columns of a member's row that are part neither of the account nor of the profile. */
const memberColumnsOf = (db: Database, id: string) =>
  db
    .select({
      signupOrigin: members.signupOrigin,
      savedSearch: members.savedSearch,
      sensitiveConsentVersion: members.sensitiveConsentVersion,
      sensitiveConsentAt: members.sensitiveConsentAt,
      sensitiveConsentEndedAt: members.sensitiveConsentEndedAt,
      lastActiveAt: members.lastActiveAt,
      paymentCountryChangedAt: members.paymentCountryChangedAt,
      limitedUntil: members.limitedUntil,
    })
    .from(members)
    .where(eq(members.id, id));

/** The most rows in a page of the export. */
export const EXPORT_PAGE_ROWS = 1_000;

/** A page of the likes that a member has given, by the id of whom they like. `after` is the last id of the page before, '' for the first. */
export const likesGivenToExport = (db: Database, id: string, after: string) =>
  db
    .select({ id: likes.likedId, createdAt: likes.createdAt, about: quoteOfLike(id, sql`${likes.likedId}`, id) })
    .from(likes)
    .where(and(eq(likes.likerId, id), gt(likes.likedId, after)))
    .orderBy(asc(likes.likedId))
    .limit(EXPORT_PAGE_ROWS);

/**
 * A page of the likes that a member could see: not of deleted, banned or unconfirmed members, not across a block. By the id of the liker; `after` is the
 * last id of the page before, '' for the first.
 */
export const likesReceivedToExport = (db: Database, id: string, after: string) =>
  db
    .select({ id: likes.likerId, createdAt: likes.createdAt, about: quoteOfLike(sql`${likes.likerId}`, id, id) })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .where(and(eq(likes.likedId, id), gt(likes.likerId, after), eq(members.status, 'active'), isNotBlocked(id, members.id)))
    .orderBy(asc(likes.likerId))
    .limit(EXPORT_PAGE_ROWS);

/** The last line of a page of the ledger; the next page begins behind it. */
export interface LedgerCursor {
  readonly createdAt: number;
  readonly rowid: number;
}

/** A page of the lines of a member's ledger, the earliest first. */
export const ledgerToExport = (db: Database, id: string, after: LedgerCursor) =>
  db
    .select({
      id: ledgerLines.id,
      amount: ledgerLines.amount,
      reason: ledgerLines.reason,
      reference: ledgerLines.reference,
      lotId: ledgerLines.lotId,
      createdAt: ledgerLines.createdAt,
      rowid: sql<number>`${ledgerLines}.rowid`,
    })
    .from(ledgerLines)
    .where(and(eq(ledgerLines.memberId, id), sql`(${ledgerLines.createdAt}, ${ledgerLines}.rowid) > (${after.createdAt}, ${after.rowid})`))
    .orderBy(asc(ledgerLines.createdAt), sql`${ledgerLines}.rowid`)
    .limit(EXPORT_PAGE_ROWS);

/** All stored data of a member except account, profile, sessions, orders, notifications and what is read in pages; every list is complete. */
export const storedDataOf = (db: Database, id: string) => ({
  otherColumns: memberColumnsOf(db, id),
  creditLots: db.select().from(creditLots).where(eq(creditLots.memberId, id)).orderBy(asc(creditLots.createdAt), asc(creditLots.id)),
  emailChanges: db.select().from(emailChanges).where(eq(emailChanges.memberId, id)).orderBy(asc(emailChanges.createdAt)),
  mails: db
    .select({ kind: mails.kind, createdAt: mails.createdAt, acceptedAt: mails.acceptedAt })
    .from(mails)
    .where(eq(mails.memberId, id))
    .orderBy(asc(mails.createdAt)),
  blocks: db.select({ id: blocks.blockedId, createdAt: blocks.createdAt }).from(blocks).where(eq(blocks.blockerId, id)),
  hides: db.select({ id: hides.hiddenId, createdAt: hides.createdAt }).from(hides).where(eq(hides.memberId, id)),
  reports: db.select().from(reports).where(eq(reports.reporterId, id)).orderBy(asc(reports.createdAt)),
  cancellations: cancellationsOfMember(db, id),
  complaints: complaintsOfMember(db, id),
  notices: noticesOfMember(db, id),
  decisions: decisionsAbout(db, id),
});

/**
 * Orders of a member, premium spans, discounts used or offered, spending limits, debts and debt lines. The reader must leave out the
 * references of payment providers.
 */
export const orderDataOf = (db: Database, id: string) => ({
  orders: db.select().from(orders).where(eq(orders.memberId, id)).orderBy(asc(orders.createdAt)),
  premiumSpans: db.select().from(entitlements).where(eq(entitlements.memberId, id)).orderBy(asc(entitlements.fromAt)),
  discountUses: db.select().from(discountUses).where(eq(discountUses.memberId, id)).orderBy(asc(discountUses.createdAt)),
  offeredDiscounts: db.select().from(discounts).where(eq(discounts.memberId, id)),
  spendingLimits: db.select().from(spendingLimits).where(eq(spendingLimits.memberId, id)),
  debt: db.select().from(debts).where(eq(debts.memberId, id)),
  debtLines: db.select().from(debtLines).where(eq(debtLines.memberId, id)).orderBy(asc(debtLines.createdAt)),
});

/** Notification data of a member: settings, account notifications, known devices, push subscriptions, waiting pushes. */
export const notificationDataOf = (db: Database, id: string) => ({
  notificationSettings: db.select().from(notificationSettings).where(eq(notificationSettings.memberId, id)),
  accountNotifications: db
    .select({
      kind: accountNotifications.kind,
      event: accountNotifications.event,
      country: accountNotifications.country,
      createdAt: accountNotifications.createdAt,
    })
    .from(accountNotifications)
    .where(eq(accountNotifications.memberId, id))
    .orderBy(asc(accountNotifications.createdAt)),
  knownDevices: db.select().from(knownDevices).where(eq(knownDevices.memberId, id)).orderBy(asc(knownDevices.seenAt)),
  knownNetworks: db.select().from(knownNetworks).where(eq(knownNetworks.memberId, id)).orderBy(asc(knownNetworks.seenAt)),
  // The endpoint is left out: whoever knows it can send pushes.
  pushDevices: db
    .select({ device: sessions.device, createdAt: pushSubscriptions.createdAt, seenAt: pushSubscriptions.seenAt })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.memberId, id))
    .orderBy(asc(pushSubscriptions.createdAt)),
  pushes: db
    .select({ kind: pushes.kind, createdAt: pushes.createdAt, dueAt: pushes.dueAt })
    .from(pushes)
    .where(eq(pushes.memberId, id))
    .orderBy(asc(pushes.createdAt)),
});

/** The last message of a page of the export; the next page begins behind it. */
export interface MessageCursor {
  readonly conversationId: string;
  readonly seq: number;
}

/**
 * Bytes of text in a page of messages. Text of which every character is escaped grows sixfold on the way, and a page is in memory several
 * times: as the answer of the database, as its rows and as a part of the export.
 */
const PAGE_BYTES = 250_000;

/** Messages of one conversation in a page of the export, in their order. */
export interface MessagesToExport extends MessageCursor {
  readonly otherId: string;
  /** The other member's name; empty if the member may no longer see it. */
  readonly otherName: string;
  /** The `seq` up to which the member has read the conversation, and up to which they have deleted it; 0 for nothing. */
  readonly readTo: number;
  readonly deletedTo: number;
  /**
   * The messages as a JSON text, a list of `seq`, `from` (`me` or `them`), `text` and `created_at`, and `is_removed: true` for one whose text a
   * decision has removed; `seq` of the row is that of the last one.
   */
  readonly messages: string;
  readonly count: number;
  /** The number of messages from this page on, counted up to `EXPORT_PAGE_ROWS`. */
  readonly waiting: number;
}

/** A time in ms as ISO 8601. */
const isoTime = (column: SQL): SQL =>
  sql`strftime('%Y-%m-%dT%H:%M:%S', ${column} / 1000, 'unixepoch') || printf('.%03dZ', ${column} % 1000)`;

/**
 * A page of the messages that a member wrote or can still read, by conversation and seq. A conversation without such a message is not
 * among them: nobody but who opened it knows of it. The database writes the text of the export, because rows of single messages would take
 * ten times the memory.
 */
export const messagesToExport = (db: Database, id: string, after: MessageCursor) =>
  db.all<MessagesToExport>(sql`
    select conversationId, otherId, coalesce((
        select name from members where members.id = otherId and members.status in ('active', 'not_confirmed')
          and not exists (select 1 from blocks where blocker_id = members.id and blocked_id = ${id})), '') as otherName,
      readTo, deletedTo, max(seq) as seq, count(*) as count, waiting, json_group_array(json(message)) as messages
    from (
      select conversationId, otherId, readTo, deletedTo, seq, message, count(*) over () as waiting,
        sum(octet_length(message)) over (order by conversationId, seq) as size
      from (
        select i.conversation_id as conversationId, i.other_id as otherId, i.read_to as readTo, i.cleared_to as deletedTo, m.seq as seq,
          json_patch(json_object('seq', m.seq,
            'from', iif(m.sender_id = ${id}, 'me', 'them'), 'text', m.text, 'created_at', ${isoTime(sql.raw('m.created_at'))}),
            json_object('is_removed', json(iif(m.text = '', 'true', 'null')),
              'about', json(${quoteOfMessage(sql.raw('m.id'), id)}))) as message
        from participants as i cross join messages as m on m.conversation_id = i.conversation_id
        where i.member_id = ${id} and i.conversation_id >= ${after.conversationId}
          and m.seq > iif(i.conversation_id = ${after.conversationId}, ${after.seq}, 0)
          and (m.sender_id = ${id} or m.seq > i.cleared_to)
        order by i.conversation_id, m.seq limit ${EXPORT_PAGE_ROWS})
      order by conversationId, seq)
    where size <= ${PAGE_BYTES} group by conversationId order by conversationId`);
