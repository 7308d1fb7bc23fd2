import type { KeptEvent, PassingEvent, RoomPost } from '#contract/realtime';
import { PUSH_CLAIM_MS, type PushNews } from '#db/queries/notifications/push-queue';
import type { OutboxRow } from '#db/queries/shared/event-outbox';
import { randomId } from '../../lib/crypto.ts';

/** Tags under which pushes collapse: one notification for each conversation, for all likes, for all matches. */
export const PUSH_TAGS = { message: (conversation: string) => `message/${conversation}`, like: 'likes', match: 'matches' } as const;

type Told = Pick<PushNews, 'kind' | 'tag' | 'conversationId'>;

/** The outbox holds what eventRow has put into it. */
const eventIn = (row: OutboxRow) => row.event as KeptEvent | PassingEvent | RoomPost;

/** What a member is pushed for an event: nothing of their own doing, nothing that lies aside, nothing they are looking at. */
function toldBy(row: OutboxRow, viewing: readonly string[]): Told | null {
  const event = eventIn(row);
  if ('kind' in event) return null;
  if (event.type === 'like.received') return { kind: 'like', tag: PUSH_TAGS.like, conversationId: null };
  if (event.type === 'match.made') return event.by_me ? null : { kind: 'match', tag: PUSH_TAGS.match, conversationId: null };
  if (event.type !== 'message.sent' || event.is_aside || event.message.sender_id === row.memberId) return null;
  const { conversation_id: conversation } = event.message;
  return viewing.includes(conversation) ? null : { kind: 'message', tag: PUSH_TAGS.message(conversation), conversationId: conversation };
}

/** The pushes that outbox rows cause, one a member and tag; `viewing`: the conversations that each member has before their eyes. */
export function newsOf(rows: readonly OutboxRow[], viewing: (memberId: string) => readonly string[], now: number): PushNews[] {
  const told = rows.flatMap((row) => {
    const what = toldBy(row, viewing(row.memberId));
    return what ? [{ row, what }] : [];
  });
  const together = Map.groupBy(told, ({ row, what }) => `${row.memberId} ${what.tag}`);
  return [...together.values()].flatMap((its) => {
    const [first] = its;
    if (!first) return [];
    return {
      id: randomId(),
      memberId: first.row.memberId,
      ...first.what,
      events: its.map(({ row }) => row.id),
      createdAt: Math.min(...its.map(({ row }) => row.createdAt)),
      dueAt: now + PUSH_CLAIM_MS,
    };
  });
}
