import type { ParsedInputOf } from '#contract/endpoint';
import type { hideMember as endpoint } from '#contract/safety';
import { batch } from '#db/client';
import { hideStatements } from '#db/queries/safety/blocks-and-hides';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { readRelationship } from './relationship.ts';

/**
 * Hides a member from the caller's searches. Likes and conversations stay, and the member is not told
 * (docs/product.md, "Hiding a member").
 */
export async function hideMember(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { me, iHide, isVisible } = await readRelationship(ctx, id);
  if (!isVisible) refuse('not_found');
  if (iHide) return;
  const { event } = await batch(db, hideStatements(db, id, now, eventOutboxRow(me, { type: 'user.changed' }, now)));
  ctx.publish({ events: writtenEvents(event) });
}
