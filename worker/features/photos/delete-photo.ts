import type { ParsedInputOf } from '#contract/endpoint';
import type { deletePhoto as endpoint } from '#contract/photos';
import { together } from '#db/client';
import { removeImage } from '#db/queries/photos/photos';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { asMember } from '../../domain/require-session.ts';
import { dropFiles } from '../../platform/photos/photo-storage.ts';

/**
 * Deletes one of the caller's photos with its files (docs/product.md, "Photo files"). A photo of somebody else is answered like an unknown
 * one.
 */
export async function deletePhoto(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, env, now, settings } = ctx;
  const [member] = await asMember(ctx, () => []);
  const event = eventRow(member.id, { type: 'user.changed' }, now);
  const [events, , , [gone]] = await together(db, removeImage(db, input.image.id, member.id, event));
  if (!gone) return refuse('not_found');
  ctx.publish({ events: writtenEvents(events) });
  ctx.later(() => dropFiles(env, db, settings.cdn_prefix, [gone.thumb, gone.medium, gone.large]));
  return undefined;
}
