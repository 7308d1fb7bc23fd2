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
 * Blocks a member: neither meets the other from now on (docs/product.md, "Blocking a member"). What the blocked member's devices are told
 * names neither the blocker nor the reason (docs/product.md, "What the blocked member sees").
 */
export async function blockMember(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { me, iBlock, canBeMet } = await readTies(ctx, id);
  if (!canBeMet) refuse('not_found');
  if (iBlock) return;
  const pass = { kind: 'pass.revoked' as const, conversation: '' };
  const changed = { type: 'user.changed' as const };
  const forget = (profile: string) => ({ kind: 'forget' as const, profile });
  const [, , told] = await together(
    db,
    blockStatements(db, me, id, now, {
      ofConversation: [eventRow(me, pass, now), eventRow(id, pass, now), eventRow(me, { type: 'chat.deleted', conversation: '' }, now)],
      always: [eventRow(me, forget(id), now), eventRow(id, forget(me), now), eventRow(me, changed, now), eventRow(id, changed, now)],
    }),
  );
  ctx.publish({ events: writtenEvents(told) });
}
