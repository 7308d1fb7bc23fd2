import type { ParsedInputOf } from '#contract/endpoint';
import type { unblockMember as endpoint } from '#contract/safety';
import { batch } from '#db/client';
import { unblockStatements } from '#db/queries/safety/blocks-and-hides';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { readRelationship } from './relationship.ts';

/**
 * Lifts the caller's block, also of a member who has left since; their conversation returns to the list
 * (docs/product.md, "Lifting a block").
 */
export async function unblockMember(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { me, iBlock, isVisible } = await readRelationship(ctx, id);
  if (!iBlock) return isVisible ? undefined : refuse('not_found');
  const userChanged = (to: string) => eventOutboxRow(to, { type: 'user.changed' }, now);
  const { eventToMe, eventToThem } = await batch(db, unblockStatements(db, me, userChanged(me), userChanged(id)));
  ctx.publish({ events: writtenEvents(eventToMe, eventToThem) });
}
