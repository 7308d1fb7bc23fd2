import type { exportData as endpoint } from '#contract/account';
import type { OutputOf } from '#contract/endpoint';
import type { Rows } from '#db/client';
import { keptOfMember, type MessagePlace, messagesToExport, toldOfMember } from '#db/queries/account/export';
import { ordersOfExport } from '#db/queries/account/export-orders';
import { sessionsOfMember } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { orderOfLine } from '../../domain/ledger-line.ts';
import { asMember } from '../../domain/require-session.ts';
import { userOf, userStatements } from '../../domain/user.ts';
import { complaintsIn } from './export-complaints.ts';
import { ordersIn } from './export-orders.ts';

type MessageRow = Awaited<ReturnType<typeof messagesToExport>>[number];
const START: MessagePlace = { conversationId: '', seq: 0 };

/** Everything the site keeps about the member, and of others what the member can see; nothing that proves who they are. */
export async function exportAccount(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const [member, card, images, fields, interests, badge, sessions, first, ...kept] = await asMember(ctx, (id, db) => [
    ...userStatements(id, db),
    sessionsOfMember(db, id, ctx.now),
    messagesToExport(db, id, START),
    ...keptOfMember(db, id),
    ...toldOfMember(db, id),
    ...ordersOfExport(db, id),
  ]);
  const [own, given, received, conversations, ledger, mailChanges, mails, blocks, hides, reports, complaints, ...rest] = kept;
  const [settings, notices, devices, pushDevices, pushes, ...ordered] = rest;
  const messages = Map.groupBy(await allMessages(ctx, member.id, first), ({ conversationId }) => conversationId);
  return {
    exported_at: iso(ctx.now),
    user: userOf(member, [card, images, fields, interests, badge], ctx.now),
    last_active_at: iso(own[0]?.lastActiveAt ?? member.lastActiveAt),
    signup_origin: own[0]?.signupOrigin ?? null,
    saved_search: own[0]?.savedSearch ?? null,
    sessions: sessions.map(({ device, createdAt, seenAt }) => ({ device, created_at: iso(createdAt), last_seen_at: iso(seenAt) })),
    likes_given: given.map(idAndTime),
    likes_received: received.map(idAndTime),
    blocked: blocks.map(idAndTime),
    hidden: hides.map(idAndTime),
    reports: reports.map(({ reportedId, reason, text, messages: about, createdAt, closedAt }) => ({
      profile: reportedId,
      reason,
      text,
      messages: about,
      created_at: iso(createdAt),
      closed_at: closedAt && iso(closedAt),
    })),
    complaints: complaintsIn(complaints),
    conversations: conversations.map(({ id, otherId, otherName }) => ({
      id,
      with: { id: otherId, name: otherName },
      messages: (messages.get(id) ?? []).map(({ seq, senderId, text, createdAt }) => ({
        seq,
        from: senderId === member.id ? 'me' : 'them',
        text,
        created_at: iso(createdAt),
      })),
    })),
    ledger: ledger.map((line) => ({
      ...{ id: line.id, amount: line.amount, reason: line.reason, order: orderOfLine(line), created_at: iso(line.createdAt) },
    })),
    mail_changes: mailChanges.map((change) => ({
      old_email: change.oldEmail,
      new_email: change.newEmail,
      requested_at: iso(change.createdAt),
      done_at: change.doneAt && iso(change.doneAt),
      undone_at: change.undoneAt && iso(change.undoneAt),
    })),
    mails: mails.map(({ kind, createdAt, acceptedAt }) => ({
      kind,
      created_at: iso(createdAt),
      accepted_at: acceptedAt && iso(acceptedAt),
    })),
    ...toldIn([settings, notices, devices, pushDevices, pushes]),
    ...ordersIn(ordered),
  };
}

type Told = Rows<ReturnType<typeof toldOfMember>>;

/** How the member is told of things, and of what. */
function toldIn([settings, notices, devices, pushDevices, pushes]: Told) {
  return {
    known_devices: devices.map(({ device, seenAt }) => ({ device, last_seen_at: iso(seenAt) })),
    notice_settings: settings.map(({ matrix, quietFrom, quietTo, readTo }) => ({
      chosen: matrix,
      quiet_from: quietFrom,
      quiet_to: quietTo,
      read_to: iso(readTo),
    })),
    account_notices: notices.map(({ event, createdAt }) => ({ event, at: iso(createdAt) })),
    push_devices: pushDevices.map(({ device, createdAt, seenAt }) => ({ device, created_at: iso(createdAt), seen_at: iso(seenAt) })),
    pushes: pushes.map(({ kind, createdAt, dueAt }) => ({ kind, created_at: iso(createdAt), due_at: iso(dueAt) })),
  };
}

const iso = (time: number) => new Date(time).toISOString();
const idAndTime = ({ id, createdAt }: { id: string; createdAt: number }) => ({ id, at: iso(createdAt) });

/** One trip brings as much as the database answers at once, which is all there is but for a book's worth of messages. */
async function allMessages(ctx: Context, memberId: string, first: readonly MessageRow[]): Promise<MessageRow[]> {
  const all = [...first];
  let waiting = (first[0]?.waiting ?? 0) - first.length;
  while (waiting > 0) {
    const next = await messagesToExport(ctx.db, memberId, all.at(-1) ?? START);
    if (next.length === 0) break;
    all.push(...next);
    waiting -= next.length;
  }
  return all;
}
