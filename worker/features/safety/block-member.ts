import type { ParsedInputOf } from '#contract/endpoint';
import type { blockMember as endpoint } from '#contract/safety';
import { batch } from '#db/client';
import { blockStatements } from '#db/queries/safety/blocks-and-hides';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { readRelationship } from './relationship.ts';

/**
 * Blocks a member: from now on neither finds the other or can write to the other (docs/product.md, "Blocking a member"). What the blocked
 * member's devices receive names neither the blocker nor the reason (docs/product.md, "What the blocked member sees").
 */
export async function blockMember(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { me, iBlock, isVisible } = await readRelationship(ctx, id);
  if (!isVisible) refuse('not_found');
  if (iBlock) return;
  // The statement puts the id of the conversation into these events.
  const passRevoked = { kind: 'pass.revoked' as const, conversation: '' };
  const chatDeleted = { type: 'chat.deleted' as const, conversation: '' };
  const userChanged = { type: 'user.changed' as const };
  const forget = (profile: string) => ({ kind: 'forget' as const, profile });
  const { events } = await batch(
    db,
    blockStatements(db, me, id, now, {
      ofConversation: [eventOutboxRow(me, passRevoked, now), eventOutboxRow(id, passRevoked, now), eventOutboxRow(me, chatDeleted, now)],
      always: [
        eventOutboxRow(me, forget(id), now),
        eventOutboxRow(id, forget(me), now),
        eventOutboxRow(me, userChanged, now),
        eventOutboxRow(id, userChanged, now),
      ],
    }),
  );
  ctx.publish({ events: writtenEvents(events) });
}
