import type { exportAccount as endpoint } from '#contract/account';
import type { OutputOf } from '#contract/endpoint';
import type { Rows } from '#db/client';
import { type MessageCursor, messagesToExport, notificationDataOf, orderDataOf, storedDataOf } from '#db/queries/account/export';
import { sessionsOfMember } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { orderIdOfLine } from '../../domain/ledger-line.ts';
import { requireSession } from '../../domain/require-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { isoTime, isoTimeOrNull } from '../../lib/iso-time.ts';
import { exportedComplaints } from './export-complaints.ts';
import { exportedOrders } from './export-orders.ts';

type MessageRow = Awaited<ReturnType<typeof messagesToExport>>[number];
const FIRST_MESSAGE_PLACE: MessageCursor = { conversationId: '', seq: 0 };

/**
 * Everything stored about the member, and of others what the member may see. Passwords, tokens and addresses of push services are left out
 * (docs/product.md, "Data export").
 */
export async function exportAccount(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { member, ...rows } = await requireSession(ctx, (id, db) => ({
    ...userStatements(id, db),
    sessions: sessionsOfMember(db, id, ctx.now),
    firstMessages: messagesToExport(db, id, FIRST_MESSAGE_PLACE),
    ...storedDataOf(db, id),
    ...notificationDataOf(db, id),
    ...orderDataOf(db, id),
  }));
  const [other] = rows.otherColumns;
  const messages = Map.groupBy(await allMessages(ctx, member.id, rows.firstMessages), ({ conversationId }) => conversationId);
  return {
    exported_at: isoTime(ctx.now),
    user: userOf(member, rows, ctx.now),
    last_active_at: isoTime(other?.lastActiveAt ?? member.lastActiveAt),
    signup_origin: other?.signupOrigin ?? null,
    saved_search: other?.savedSearch ?? null,
    sessions: rows.sessions.map(({ device, createdAt, seenAt }) => ({
      device,
      created_at: isoTime(createdAt),
      last_seen_at: isoTime(seenAt),
    })),
    likes_given: rows.likesGiven.map(idAndTime),
    likes_received: rows.likesReceived.map(idAndTime),
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
    conversations: rows.conversations.map(({ id, otherId, otherName }) => ({
      id,
      with: { id: otherId, name: otherName },
      messages: (messages.get(id) ?? []).map(({ seq, senderId, text, createdAt }) => ({
        seq,
        from: senderId === member.id ? 'me' : 'them',
        text,
        created_at: isoTime(createdAt),
      })),
    })),
    ...exportedCredits(rows),
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
}

type CreditRows = Pick<Rows<ReturnType<typeof storedDataOf>>, 'ledger' | 'creditLots'>;

/** The member's ledger, and the lots that its lines move. */
function exportedCredits(rows: CreditRows) {
  return {
    ledger: rows.ledger.map((line) => ({
      id: line.id,
      amount: line.amount,
      reason: line.reason,
      order: orderIdOfLine(line),
      lot: line.lotId,
      created_at: isoTime(line.createdAt),
    })),
    credit_lots: rows.creditLots.map(({ id, source, reference, remaining, createdAt }) => ({
      id,
      source,
      order: source === 'purchase' ? reference : null,
      remaining,
      created_at: isoTime(createdAt),
    })),
  };
}

type NotificationRows = Rows<ReturnType<typeof notificationDataOf>>;

/** The member's known devices, notification settings, account events, push devices and waiting pushes. */
function exportedNotifications(rows: NotificationRows) {
  return {
    known_devices: rows.knownDevices.map(({ device, seenAt }) => ({ device, last_seen_at: isoTime(seenAt) })),
    known_networks: rows.knownNetworks.map(({ network, country, seenAt }) => ({ network, country, last_seen_at: isoTime(seenAt) })),
    notification_settings: rows.notificationSettings.map(({ matrix, quietFrom, quietTo, readTo }) => ({
      chosen: matrix,
      quiet_from: quietFrom,
      quiet_to: quietTo,
      read_to: isoTime(readTo),
    })),
    account_notifications: rows.accountNotifications.map(({ event, country, createdAt }) => ({ event, country, at: isoTime(createdAt) })),
    push_devices: rows.pushDevices.map(({ device, createdAt, seenAt }) => ({
      device,
      created_at: isoTime(createdAt),
      seen_at: isoTime(seenAt),
    })),
    pushes: rows.pushes.map(({ kind, createdAt, dueAt }) => ({ kind, created_at: isoTime(createdAt), due_at: isoTime(dueAt) })),
  };
}

const idAndTime = ({ id, createdAt }: { id: string; createdAt: number }) => ({ id, at: isoTime(createdAt) });

/** Reads on behind the first page until all messages are there. Only members with more text than one answer can hold have further pages. */
async function allMessages(ctx: Context, memberId: string, firstPage: readonly MessageRow[]): Promise<MessageRow[]> {
  const all = [...firstPage];
  let remaining = (firstPage[0]?.waiting ?? 0) - firstPage.length;
  while (remaining > 0) {
    const next = await messagesToExport(ctx.db, memberId, all.at(-1) ?? FIRST_MESSAGE_PLACE);
    if (next.length === 0) break;
    all.push(...next);
    remaining -= next.length;
  }
  return all;
}
