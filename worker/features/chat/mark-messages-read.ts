import type { markMessagesRead as endpoint } from '#contract/chat';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { conversationOf } from '#db/queries/chat/conversations';
import { insertReadEvent, moveReadMark, unreadTotals } from '#db/queries/chat/read-marks';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';

/**
 * Moves the caller's read mark forward and, if it moved, sends it to the devices of both members. While the caller blocks the other, the
 * mark stays (docs/product.md, "Read marks").
 */
export async function markMessagesRead(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const conversation = input.conversation.id;
  const { member, conversations } = await requireSession(ctx, (me, database) => ({
    conversations: conversationOf(database, me, conversation),
  }));
  const row = conversations[0] ?? refuse('not_found');
  const reading = { reader: member.id, conversation, from: row.participant.readTo };
  // The statements put the new mark and the numbers of unread messages into the events.
  const event = { type: 'messages.read' as const, conversation, reader: member.id, to: 0 };
  const { moved, eventToOther, eventToMe, totals } = await batch(db, {
    moved: moveReadMark(db, member.id, conversation, input.read_to),
    eventToOther: insertReadEvent(db, eventOutboxRow(row.id, event, now), { ...reading, withUnread: false }),
    eventToMe: insertReadEvent(db, eventOutboxRow(member.id, { ...event, unread: { conversation: 0, total: 0 } }, now), {
      ...reading,
      withUnread: true,
    }),
    totals: unreadTotals(db, member.id),
  });
  ctx.publish({ events: writtenEvents(eventToOther, eventToMe) });
  const { readTo, unread } = moved[0] ?? row.participant;
  const { total, unseenNotifications } = totals[0] ?? { total: 0, unseenNotifications: 0 };
  return { read_to: readTo, unread: { conversation: unread, total, unseen_notifications: unseenNotifications } };
}
