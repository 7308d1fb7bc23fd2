import type { ParsedInputOf } from '#contract/endpoint';
import type { unhideMember as endpoint } from '#contract/safety';
import { batch } from '#db/client';
import { unhideStatements } from '#db/queries/safety/blocks-and-hides';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { readRelationship } from './relationship.ts';

/** Stops hiding a member from the caller's searches, also one who has left since. */
export async function unhideMember(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { me, iHide, isVisible } = await readRelationship(ctx, id);
  if (!iHide) return isVisible ? undefined : refuse('not_found');
  const { event } = await batch(db, unhideStatements(db, id, eventOutboxRow(me, { type: 'user.changed' }, now)));
  ctx.publish({ events: writtenEvents(event) });
}
