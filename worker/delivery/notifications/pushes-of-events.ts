import type { RoomPost, StoredEvent, TransientEvent } from '#contract/realtime';
import { type PendingPush, PUSH_CLAIM_MS } from '#db/queries/notifications/push-queue';
import type { EventOutboxRow } from '#db/queries/shared/event-outbox';
import { randomId } from '../../lib/crypto.ts';

/** The tags of pushes. A notification replaces an earlier one with its tag: one for each conversation, one for likes, one for matches. */
export const PUSH_TAGS = { message: (conversation: string) => `message/${conversation}`, like: 'likes', match: 'matches' } as const;

type PushTarget = Pick<PendingPush, 'kind' | 'tag' | 'conversationId'>;

/** The event of a row, with the type that `eventOutboxRow` in event-outbox.ts stores. */
const eventOfRow = (row: EventOutboxRow) => row.event as StoredEvent | TransientEvent | RoomPost;

/**
 * The push for an event. Returns null for an event of the member's own doing, of a message request, or of a conversation that the member
 * has open. `viewing`: the ids of the open conversations.
 */
function pushTargetOf(row: EventOutboxRow, viewing: readonly string[]): PushTarget | null {
  const event = eventOfRow(row);
  if ('kind' in event) return null;
  if (event.type === 'like.received') return { kind: 'like', tag: PUSH_TAGS.like, conversationId: null };
  if (event.type === 'match.made') return event.by_me ? null : { kind: 'match', tag: PUSH_TAGS.match, conversationId: null };
  if (event.type !== 'message.sent' || event.is_aside || event.message.sender_id === row.memberId) return null;
  const { conversation_id: conversation } = event.message;
  return viewing.includes(conversation) ? null : { kind: 'message', tag: PUSH_TAGS.message(conversation), conversationId: conversation };
}

/** The pushes that outbox rows cause, one for each member and tag. `viewing` gives the ids of the conversations that a member has open. */
export function pushesOf(rows: readonly EventOutboxRow[], viewing: (memberId: string) => readonly string[], now: number): PendingPush[] {
  const causes = rows.flatMap((row) => {
    const target = pushTargetOf(row, viewing(row.memberId));
    return target ? [{ row, target }] : [];
  });
  const byMemberAndTag = Map.groupBy(causes, ({ row, target }) => `${row.memberId} ${target.tag}`);
  return [...byMemberAndTag.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return {
      id: randomId(),
      memberId: first.row.memberId,
      ...first.target,
      eventIds: group.map(({ row }) => row.id),
      createdAt: Math.min(...group.map(({ row }) => row.createdAt)),
      dueAt: now + PUSH_CLAIM_MS,
    };
  });
}
