import type { ParsedInputOf } from '#contract/endpoint';
import type { blockMember as endpoint } from '#contract/safety';
import { together } from '#db/client';
import { blockStatements } from '#db/queries/safety/blocks-and-hides';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { readTies } from './relationship.ts';

/**
 * Blocks a member: from now on neither finds the other or can write to the other (docs/product.md, "Blocking a member"). What the blocked
 * member's devices receive names neither the blocker nor the reason (docs/product.md, "What the blocked member sees").
 */
export async function blockMember(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { me, iBlock, canBeMet } = await readTies(ctx, id);
  if (!canBeMet) refuse('not_found');
  if (iBlock) return;
  // The statement puts the id of the conversation into these events.
  const passRevoked = { kind: 'pass.revoked' as const, conversation: '' };
  const chatDeleted = { type: 'chat.deleted' as const, conversation: '' };
  const userChanged = { type: 'user.changed' as const };
  const forget = (profile: string) => ({ kind: 'forget' as const, profile });
  const [, , eventRows] = await together(
    db,
    blockStatements(db, me, id, now, {
      ofConversation: [eventRow(me, passRevoked, now), eventRow(id, passRevoked, now), eventRow(me, chatDeleted, now)],
      always: [
        eventRow(me, forget(id), now),
        eventRow(id, forget(me), now),
        eventRow(me, userChanged, now),
        eventRow(id, userChanged, now),
      ],
    }),
  );
  ctx.publish({ events: writtenEvents(eventRows) });
}
