import type { deleteChat as endpoint } from '#contract/chat';
import type { ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { conversationOf } from '#db/queries/chat/conversations';
import { clearConversation } from '#db/queries/chat/read-marks';
import { writeEvents } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';

/** Removes a conversation from the caller's own list. The other member keeps it (docs/product.md, "Deleting a conversation"). */
export async function deleteChat(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const conversation = input.conversation.id;
  const { member, conversations } = await requireSession(ctx, (me, db) => ({ conversations: conversationOf(db, me, conversation) }));
  if (!conversations[0]) refuse('not_found');
  const { events } = await batch(ctx.db, {
    cleared: clearConversation(ctx.db, member.id, conversation),
    events: writeEvents(ctx.db, [{ to: member.id, event: { type: 'chat.deleted', conversation } }], ctx.now),
  });
  ctx.publish({ events });
}
