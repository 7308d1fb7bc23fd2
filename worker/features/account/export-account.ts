import type { exportData as endpoint } from '#contract/account';
import type { OutputOf } from '#contract/endpoint';
import type { Rows } from '#db/client';
import { type MessageCursor, messagesToExport, notificationDataOf, storedDataOf } from '#db/queries/account/export';
import { orderDataOf } from '#db/queries/account/export-orders';
import { sessionsOfMember } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { orderOfLine } from '../../domain/ledger-line.ts';
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
  const [member, card, images, fields, interests, badge, sessions, firstPage, ...listRows] = await requireSession(ctx, (id, db) => [
    ...userStatements(id, db),
    sessionsOfMember(db, id, ctx.now),
    messagesToExport(db, id, FIRST_MESSAGE_PLACE),
    ...storedDataOf(db, id),
    ...notificationDataOf(db, id),
    ...orderDataOf(db, id),
  ]);
  const [own, given, received, conversations, ledger, mailChanges, mails, blocks, hides, reports, complaints, ...rest] = listRows;
  const [settings, accountEvents, devices, pushDevices, pushes, ...orderRows] = rest;
  const messages = Map.groupBy(await allMessages(ctx, member.id, firstPage), ({ conversationId }) => conversationId);
  return {
    exported_at: isoTime(ctx.now),
    user: userOf(member, [card, images, fields, interests, badge], ctx.now),
    last_active_at: isoTime(own[0]?.lastActiveAt ?? member.lastActiveAt),
    signup_origin: own[0]?.signupOrigin ?? null,
    saved_search: own[0]?.savedSearch ?? null,
    sessions: sessions.map(({ device, createdAt, seenAt }) => ({ device, created_at: isoTime(createdAt), last_seen_at: isoTime(seenAt) })),
    likes_given: given.map(idAndTime),
    likes_received: received.map(idAndTime),
    blocked: blocks.map(idAndTime),
    hidden: hides.map(idAndTime),
    reports: reports.map(({ reportedId, reason, text, messages: reportedMessages, createdAt, closedAt }) => ({
      profile: reportedId,
      reason,
      text,
      messages: reportedMessages,
      created_at: isoTime(createdAt),
      closed_at: isoTimeOrNull(closedAt),
    })),
    complaints: exportedComplaints(complaints),
    conversations: conversations.map(({ id, otherId, otherName }) => ({
      id,
      with: { id: otherId, name: otherName },
      messages: (messages.get(id) ?? []).map(({ seq, senderId, text, createdAt }) => ({
        seq,
        from: senderId === member.id ? 'me' : 'them',
        text,
        created_at: isoTime(createdAt),
      })),
    })),
    ledger: ledger.map((row) => ({
      id: row.id,
      amount: row.amount,
      reason: row.reason,
      order: orderOfLine(row),
      created_at: isoTime(row.createdAt),
    })),
    mail_changes: mailChanges.map((change) => ({
      old_email: change.oldEmail,
      new_email: change.newEmail,
      requested_at: isoTime(change.createdAt),
      done_at: isoTimeOrNull(change.doneAt),
      undone_at: isoTimeOrNull(change.undoneAt),
    })),
    mails: mails.map(({ kind, createdAt, acceptedAt }) => ({
      kind,
      created_at: isoTime(createdAt),
      accepted_at: isoTimeOrNull(acceptedAt),
    })),
    ...exportedNotifications([settings, accountEvents, devices, pushDevices, pushes]),
    ...exportedOrders(orderRows),
  };
}

type NotificationRows = Rows<ReturnType<typeof notificationDataOf>>;

/** The member's known devices, notification settings, account events, push devices and waiting pushes. */
function exportedNotifications([settings, accountEvents, devices, pushDevices, pushes]: NotificationRows) {
  return {
    known_devices: devices.map(({ device, seenAt }) => ({ device, last_seen_at: isoTime(seenAt) })),
    notice_settings: settings.map(({ matrix, quietFrom, quietTo, readTo }) => ({
      chosen: matrix,
      quiet_from: quietFrom,
      quiet_to: quietTo,
      read_to: isoTime(readTo),
    })),
    account_notices: accountEvents.map(({ event, createdAt }) => ({ event, at: isoTime(createdAt) })),
    push_devices: pushDevices.map(({ device, createdAt, seenAt }) => ({
      device,
      created_at: isoTime(createdAt),
      seen_at: isoTime(seenAt),
    })),
    pushes: pushes.map(({ kind, createdAt, dueAt }) => ({ kind, created_at: isoTime(createdAt), due_at: isoTime(dueAt) })),
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
