import type { Rows } from '#db/client';
import {
  EXPORT_PAGE_ROWS,
  type LedgerCursor,
  ledgerToExport,
  likesGivenToExport,
  likesReceivedToExport,
  type MessageCursor,
  type MessagesToExport,
  messagesToExport,
  notificationDataOf,
  orderDataOf,
  storedDataOf,
} from '#db/queries/account/export';
import { sessionsOfMember } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { orderIdOfLine } from '../../domain/ledger-line.ts';
import { decisionOf } from '../../domain/moderation/decision-statement.ts';
import { parseQuote } from '../../domain/quote.ts';
import { requireSession } from '../../domain/require-session.ts';
import { type JsonPieces, listPieces, objectPieces, pagesFrom, StreamedJson } from '../../domain/streamed-json.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { isoTime, isoTimeOrNull } from '../../lib/iso-time.ts';
import { exportedComplaints } from './export-complaints.ts';
import { exportedOrders } from './export-orders.ts';

const FIRST_MESSAGE: MessageCursor = { conversationId: '', seq: 0 };
const FIRST_LINE: LedgerCursor = { createdAt: -1, rowid: -1 };

/**
 * Everything stored about the member, and of others what the member may see. Passwords, tokens and addresses of push services are left out
 * (docs/product.md, "Data export"). Messages, likes and the ledger are read in pages while the answer is sent; if the database fails
 * meanwhile, the answer breaks off.
 */
export async function exportAccount(ctx: Context): Promise<StreamedJson> {
  const { member, ...rows } = await requireSession(ctx, (id, db) => ({
    ...userStatements(id, db),
    sessions: sessionsOfMember(db, id, ctx.now),
    firstMessages: messagesToExport(db, id, FIRST_MESSAGE),
    firstLikesGiven: likesGivenToExport(db, id, ''),
    firstLikesReceived: likesReceivedToExport(db, id, ''),
    firstLedgerLines: ledgerToExport(db, id, FIRST_LINE),
    ...storedDataOf(db, id),
    ...notificationDataOf(db, id),
    ...orderDataOf(db, id),
  }));
  const [other] = rows.otherColumns;
  const isFull = (page: readonly unknown[]) => page.length === EXPORT_PAGE_ROWS;
  const likesGiven = pagesFrom(rows.firstLikesGiven, isFull, ({ id }) => likesGivenToExport(ctx.db, member.id, id));
  const likesReceived = pagesFrom(rows.firstLikesReceived, isFull, ({ id }) => likesReceivedToExport(ctx.db, member.id, id));
  const ledgerLines = pagesFrom(rows.firstLedgerLines, isFull, (last) => ledgerToExport(ctx.db, member.id, last));
  const messages = pagesFrom(rows.firstMessages, haveMore, (last) => messagesToExport(ctx.db, member.id, last));
  const entries = {
    exported_at: isoTime(ctx.now),
    user: userOf(member, rows, ctx.now),
    last_active_at: isoTime(other?.lastActiveAt ?? member.lastActiveAt),
    payment_country_changed_at: isoTimeOrNull(other?.paymentCountryChangedAt ?? null),
    signup_origin: other?.signupOrigin ?? null,
    saved_search: other?.savedSearch ?? null,
    sensitive_consent: exportedConsent(other),
    sessions: rows.sessions.map(({ device, createdAt, seenAt }) => ({
      device,
      created_at: isoTime(createdAt),
      last_seen_at: isoTime(seenAt),
    })),
    likes_given: listPieces(likesGiven, exportedLike),
    likes_received: listPieces(likesReceived, exportedLike),
    blocked: rows.blocks.map(idAndTime),
    hidden: rows.hides.map(idAndTime),
    reports: rows.reports.map(({ reportedId, reason, text, messageIds, createdAt, closedAt }) => ({
      profile: reportedId,
      reason,
      text,
      messages: messageIds,
      created_at: isoTime(createdAt),
      closed_at: isoTimeOrNull(closedAt),
    })),
    complaints: exportedComplaints(rows.complaints),
    notices: rows.notices.map(({ createdAt, ...notice }) => ({ ...notice, created_at: isoTime(createdAt) })),
    decisions: rows.decisions.map((row) => decisionOf(row, ctx.now)),
    limited_until: isoTimeOrNull(other?.limitedUntil ?? null),
    cancellations: rows.cancellations.map(exportedCancellation),
    conversations: conversationPieces(messages),
    ledger: listPieces(ledgerLines, exportedLedgerLine),
    credit_lots: rows.creditLots.map(exportedLot),
    mail_changes: rows.emailChanges.map((change) => ({
      old_email: change.oldEmail,
      new_email: change.newEmail,
      requested_at: isoTime(change.createdAt),
      done_at: isoTimeOrNull(change.doneAt),
      undone_at: isoTimeOrNull(change.undoneAt),
    })),
    mails: rows.mails.map(({ kind, createdAt, acceptedAt }) => ({
      kind,
      created_at: isoTime(createdAt),
      accepted_at: isoTimeOrNull(acceptedAt),
    })),
    ...exportedNotifications(rows),
    ...exportedOrders(rows),
  };
  return new StreamedJson(objectPieces(entries));
}

type OtherColumns = Awaited<ReturnType<typeof storedDataOf>['otherColumns']>[number];

/** The consent to sensitive answers; all null if there never was one. */
const exportedConsent = (columns: OtherColumns | undefined) => ({
  version: columns?.sensitiveConsentVersion ?? null,
  given_at: isoTimeOrNull(columns?.sensitiveConsentAt ?? null),
  ended_at: isoTimeOrNull(columns?.sensitiveConsentEndedAt ?? null),
});

type Cancellation = Awaited<ReturnType<typeof storedDataOf>['cancellations']>[number];

const exportedCancellation = (cancellation: Cancellation) => ({
  number: cancellation.number,
  email: cancellation.email,
  locale: cancellation.locale,
  kind: cancellation.kind,
  order: cancellation.orderNumber,
  ends_on: cancellation.endsOn,
  reason: cancellation.reason,
  received_at: isoTime(cancellation.createdAt),
  closed_at: isoTimeOrNull(cancellation.closedAt),
});

type LedgerLine = Awaited<ReturnType<typeof ledgerToExport>>[number];

const exportedLedgerLine = (line: LedgerLine) => ({
  id: line.id,
  amount: line.amount,
  reason: line.reason,
  order: orderIdOfLine(line),
  lot: line.lotId,
  created_at: isoTime(line.createdAt),
});

type CreditLot = Rows<ReturnType<typeof storedDataOf>>['creditLots'][number];

/** A lot of credits that ledger lines move. */
const exportedLot = ({ id, source, reference, remaining, note, createdAt }: CreditLot) => ({
  id,
  source,
  order: source === 'purchase' ? reference : null,
  remaining,
  note,
  created_at: isoTime(createdAt),
});

/** Whether further messages follow a page: it is full, or its text has reached the limit of a page. */
function haveMore(page: readonly MessagesToExport[]): boolean {
  const waiting = page[0]?.waiting ?? 0;
  return waiting === EXPORT_PAGE_ROWS || waiting > page.reduce((sum, { count }) => sum + count, 0);
}

/** The pieces of the list of conversations, each with its messages, from pages of messages by conversation. */
async function* conversationPieces(pages: AsyncIterable<readonly MessagesToExport[]>): JsonPieces {
  let current: string | null = null;
  for await (const page of pages) {
    for (const { conversationId, otherId, otherName, readTo, deletedTo, messages } of page) {
      if (conversationId === current) yield ',\n';
      else {
        const facts = { id: conversationId, with: { id: otherId, name: otherName }, read_to: readTo, deleted_to: deletedTo };
        const start = `${JSON.stringify(facts).slice(0, -1)}, "messages": [\n`;
        yield (current === null ? '[\n' : '\n]},\n') + start;
      }
      yield messages.slice(1, -1);
      current = conversationId;
    }
  }
  yield current === null ? '[]' : '\n]}\n]';
}

type NotificationRows = Rows<ReturnType<typeof notificationDataOf>>;

/** The member's known devices, notification settings, account events, push devices and waiting pushes. */
function exportedNotifications(rows: NotificationRows) {
  return {
    known_devices: rows.knownDevices.map(({ device, seenAt }) => ({ device, last_seen_at: isoTime(seenAt) })),
    known_networks: rows.knownNetworks.map(({ network, country, seenAt }) => ({ network, country, last_seen_at: isoTime(seenAt) })),
    notification_settings: rows.notificationSettings.map(({ matrix, quietFrom, quietTo, readTo, seenTo }) => ({
      chosen: matrix,
      quiet_from: quietFrom,
      quiet_to: quietTo,
      read_to: isoTime(readTo),
      seen_to: isoTime(seenTo),
    })),
    account_notifications: rows.accountNotifications.map(({ kind, event, country, createdAt }) => ({
      kind,
      event,
      country,
      at: isoTime(createdAt),
    })),
    push_devices: rows.pushDevices.map(({ device, createdAt, seenAt }) => ({
      device,
      created_at: isoTime(createdAt),
      seen_at: isoTime(seenAt),
    })),
    pushes: rows.pushes.map(({ kind, createdAt, dueAt }) => ({ kind, created_at: isoTime(createdAt), due_at: isoTime(dueAt) })),
  };
}

const exportedLike = ({ about, ...like }: { id: string; createdAt: number; about: string | null }) => ({
  ...idAndTime(like),
  about: parseQuote(about),
});

const idAndTime = ({ id, createdAt }: { id: string; createdAt: number }) => ({ id, at: isoTime(createdAt) });
