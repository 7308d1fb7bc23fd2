import { and, asc, desc, eq, sql } from 'drizzle-orm';
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
  participants,
  pushes,
  pushSubscriptions,
  reports,
  sessions,
  spendingLimits,
} from '../../schema/index.ts';
import { complaintsOfMember } from '../complaints/complaints.ts';
import { isNotBlocked } from '../profile/profile.ts';

/** Columns of a member's row that are part neither of the account nor of the profile. */
const memberColumnsOf = (db: Database, id: string) =>
  db
    .select({ signupOrigin: members.signupOrigin, savedSearch: members.savedSearch, lastActiveAt: members.lastActiveAt })
    .from(members)
    .where(eq(members.id, id));

const likesGiven = (db: Database, id: string) =>
  db.select({ id: likes.likedId, createdAt: likes.createdAt }).from(likes).where(eq(likes.likerId, id)).orderBy(desc(likes.createdAt));

/** Likes that their receiver could see: not of deleted or banned members, not across a block. */
const likesReceived = (db: Database, id: string) =>
  db
    .select({ id: likes.likerId, createdAt: likes.createdAt })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .where(and(eq(likes.likedId, id), eq(members.status, 'active'), isNotBlocked(id, members.id)))
    .orderBy(desc(likes.createdAt));

/** Conversations with the name of the other member; the name is empty if the member may no longer see it. */
const conversationsOf = (db: Database, id: string) =>
  db
    .select({
      id: participants.conversationId,
      otherId: participants.otherId,
      otherName: sql<string>`coalesce((
        select name from ${members}
        where ${members.id} = ${participants.otherId} and ${members.status} in ('active', 'not_confirmed')
          and not exists (select 1 from ${blocks} where ${blocks.blockerId} = ${members.id} and ${blocks.blockedId} = ${id})), '')`,
    })
    .from(participants)
    .where(eq(participants.memberId, id))
    .orderBy(asc(participants.conversationId));

/** All stored data of a member except account, profile, sessions, messages, orders and notifications; every list is complete. */
export const storedDataOf = (db: Database, id: string) => ({
  otherColumns: memberColumnsOf(db, id),
  likesGiven: likesGiven(db, id),
  likesReceived: likesReceived(db, id),
  conversations: conversationsOf(db, id),
  ledger: db
    .select({
      id: ledgerLines.id,
      amount: ledgerLines.amount,
      reason: ledgerLines.reason,
      reference: ledgerLines.reference,
      lotId: ledgerLines.lotId,
      createdAt: ledgerLines.createdAt,
    })
    .from(ledgerLines)
    .where(eq(ledgerLines.memberId, id))
    .orderBy(asc(ledgerLines.createdAt)),
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
  complaints: complaintsOfMember(db, id),
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
    .select({ event: accountNotifications.event, country: accountNotifications.country, createdAt: accountNotifications.createdAt })
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

/** Bytes of text in a page. An answer of libSQL is limited to 10 MB, and text of which every character is escaped grows sixfold. */
const PAGE_BYTES = 1_500_000;

/** A page of the messages that a member wrote or can still read, by conversation and seq. `waiting` counts these and all that follow. */
export const messagesToExport = (db: Database, id: string, after: MessageCursor) =>
  db.all<{ conversationId: string; seq: number; senderId: string; text: string; createdAt: number; waiting: number }>(sql`
    select conversationId, seq, senderId, text, createdAt, waiting from (
      select m.conversation_id as conversationId, m.seq as seq, m.sender_id as senderId, m.text as text, m.created_at as createdAt,
        count(*) over () as waiting, sum(octet_length(m.text) + 100) over (order by m.conversation_id, m.seq) as size
      from participants as i join messages as m on m.conversation_id = i.conversation_id
      where i.member_id = ${id} and (m.conversation_id, m.seq) > (${after.conversationId}, ${after.seq})
        and (m.sender_id = ${id} or m.seq > i.cleared_to))
    where size <= ${PAGE_BYTES} order by conversationId, seq`);
