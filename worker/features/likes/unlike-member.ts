import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { unlikeMember as endpoint } from '#contract/likes';
import { batch } from '#db/client';
import { withdrawLike } from '#db/queries/likes/likes';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { readBothMembers } from './read-both-members.ts';

/** Takes a like back; a repeated call changes nothing. */
export async function unlikeMember(ctx: Context, { profile: id }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { me, mine } = await readBothMembers(ctx, id);
  // The statement puts the numbers into the event.
  const badge = { unread_messages: 0, new_likes: 0 };
  const event = eventOutboxRow(id, { type: 'like.withdrawn', profile: mine, badge }, ctx.now);
  const { withdrawnEvent } = await batch(ctx.db, withdrawLike(ctx.db, me, event));
  ctx.publish({ events: writtenEvents(withdrawnEvent) });
  return { did_like_profile: false, match: false };
}
