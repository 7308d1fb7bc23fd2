import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import {
  accountNotices,
  blocks,
  hides,
  inbox,
  knownDevices,
  ledger,
  likes,
  mailChanges,
  mails,
  members,
  noticeSettings,
  pushes,
  pushSubscriptions,
  reports,
  sessions,
} from '../../schema/index.ts';
import { complaintsOfMember } from '../complaints/complaints.ts';
import { notBlocked } from '../profile/profile.ts';

/** What a member's row keeps beside their account and profile. */
const ownRow = (db: Database, id: string) =>
  db
    .select({ signupOrigin: members.signupOrigin, savedSearch: members.savedSearch, lastActiveAt: members.lastActiveAt })
    .from(members)
    .where(eq(members.id, id));

const likesGiven = (db: Database, id: string) =>
  db.select({ id: likes.likedId, createdAt: likes.createdAt }).from(likes).where(eq(likes.likerId, id)).orderBy(desc(likes.createdAt));

/** Those that their receiver could see: not from gone members, not across a block. */
const likesReceived = (db: Database, id: string) =>
  db
    .select({ id: likes.likerId, createdAt: likes.createdAt })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .where(and(eq(likes.likedId, id), inArray(members.status, ['active', 'not_confirmed']), notBlocked(id, members.id)))
    .orderBy(desc(likes.createdAt));

/** Conversations with the name of the other, if the member may still see it. */
const conversationsOf = (db: Database, id: string) =>
  db
    .select({
      id: inbox.conversationId,
      otherId: inbox.otherId,
      otherName: sql<string>`coalesce((select name from ${members} where ${members.id} = ${inbox.otherId} and ${members.status} in ('active', 'not_confirmed') and not exists (select 1 from ${blocks} where ${blocks.blockerId} = ${members.id} and ${blocks.blockedId} = ${id})), '')`,
    })
    .from(inbox)
    .where(eq(inbox.memberId, id))
    .orderBy(asc(inbox.conversationId));

/** Everything that is kept of a member but their account, profile, sessions and messages, each list whole. */
export const keptOfMember = (db: Database, id: string) =>
  [
    ownRow(db, id),
    likesGiven(db, id),
    likesReceived(db, id),
    conversationsOf(db, id),
    db
      .select({ id: ledger.id, amount: ledger.amount, reason: ledger.reason, reference: ledger.reference, createdAt: ledger.createdAt })
      .from(ledger)
      .where(eq(ledger.memberId, id))
      .orderBy(asc(ledger.createdAt)),
    db.select().from(mailChanges).where(eq(mailChanges.memberId, id)).orderBy(asc(mailChanges.createdAt)),
    db
      .select({ kind: mails.kind, createdAt: mails.createdAt, acceptedAt: mails.acceptedAt })
      .from(mails)
      .where(eq(mails.memberId, id))
      .orderBy(asc(mails.createdAt)),
    db.select({ id: blocks.blockedId, createdAt: blocks.createdAt }).from(blocks).where(eq(blocks.blockerId, id)),
    db.select({ id: hides.hiddenId, createdAt: hides.createdAt }).from(hides).where(eq(hides.memberId, id)),
    db.select().from(reports).where(eq(reports.reporterId, id)).orderBy(asc(reports.createdAt)),
    complaintsOfMember(db, id),
  ] as const;

/** How a member is told of things, and of what: settings, what happened to the account, devices known, browsers that take pushes, pushes that wait. */
export const toldOfMember = (db: Database, id: string) =>
  [
    db.select().from(noticeSettings).where(eq(noticeSettings.memberId, id)),
    db
      .select({ event: accountNotices.event, createdAt: accountNotices.createdAt })
      .from(accountNotices)
      .where(eq(accountNotices.memberId, id))
      .orderBy(asc(accountNotices.createdAt)),
    db.select().from(knownDevices).where(eq(knownDevices.memberId, id)).orderBy(asc(knownDevices.seenAt)),
    // An endpoint lets whoever knows it send: it stays here.
    db
      .select({ device: sessions.device, createdAt: pushSubscriptions.createdAt, seenAt: pushSubscriptions.seenAt })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(eq(pushSubscriptions.memberId, id))
      .orderBy(asc(pushSubscriptions.createdAt)),
    db
      .select({ kind: pushes.kind, createdAt: pushes.createdAt, dueAt: pushes.dueAt })
      .from(pushes)
      .where(eq(pushes.memberId, id))
      .orderBy(asc(pushes.createdAt)),
  ] as const;

/** Where a stretch of messages goes on. */
export interface MessagePlace {
  readonly conversationId: string;
  readonly seq: number;
}

/** libSQL answers 10 MB at most; with every character escaped this much text is nine. */
const STRETCH_BYTES = 1_500_000;

/** A member's messages and those they can still read, conversation by conversation, as many as one answer holds; `waiting` counts these and all that follow. */
export const messagesToExport = (db: Database, id: string, after: MessagePlace) =>
  db.all<{ conversationId: string; seq: number; senderId: string; text: string; createdAt: number; waiting: number }>(sql`
    select conversationId, seq, senderId, text, createdAt, waiting from (
      select m.conversation_id as conversationId, m.seq as seq, m.sender_id as senderId, m.text as text, m.created_at as createdAt,
        count(*) over () as waiting, sum(octet_length(m.text) + 100) over (order by m.conversation_id, m.seq) as size
      from inbox as i join messages as m on m.conversation_id = i.conversation_id
      where i.member_id = ${id} and (m.conversation_id, m.seq) > (${after.conversationId}, ${after.seq})
        and (m.sender_id = ${id} or m.seq > i.cleared_to))
    where size <= ${STRETCH_BYTES} order by conversationId, seq`);
