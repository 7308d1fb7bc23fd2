import type { ParsedInputOf } from '#contract/endpoint';
import type { deletePhoto as endpoint } from '#contract/photos';
import { batch } from '#db/client';
import { removeImage } from '#db/queries/photos/photos';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { closeCaseOfPhoto } from '../../domain/moderation/held-photos.ts';
import { requireSession } from '../../domain/require-session.ts';
import { deleteFiles } from '../../platform/photos/photo-storage.ts';

/**
 * Deletes one of the caller's photos with its files (docs/product.md, "Photo files"), and closes the case that it had for being held. A photo of somebody else is refused like an unknown
 * one.
 */
export async function deletePhoto(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, env, now, settings } = ctx;
  const { member } = await requireSession(ctx, () => ({}));
  const event = eventOutboxRow(member.id, { type: 'user.changed' }, now);
  const photo = { id: input.image.id, memberId: member.id };
  const { events, deleted } = await batch(db, {
    ...removeImage(db, photo.id, photo.memberId, event),
    ...closeCaseOfPhoto(db, photo, { kind: 'rule', rule: 'photo_deleted' }, now),
  });
  const [removed] = deleted;
  if (!removed) return refuse('not_found');
  ctx.publish({ events: writtenEvents(events) });
  ctx.later(() => deleteFiles(env, db, settings.cdn_prefix, [removed.thumb, removed.medium, removed.large]));
  return undefined;
}
