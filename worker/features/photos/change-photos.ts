import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { changePhotos as endpoint } from '#contract/photos';
import { batch } from '#db/client';
import { changeImages } from '#db/queries/photos/photos';
import { ownImages } from '#db/queries/profile/profile';
import { writeEvents } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { ownImageOf } from '../../domain/profile-card.ts';
import { requireSession } from '../../domain/require-session.ts';

type Input = ParsedInputOf<typeof endpoint>;

/**
 * Changes the caller's main photo, the order of the photos (docs/product.md, "Main photo and order") or whether one is nude
 * (docs/product.md, "Nude photos"), as many of them as the body names. A held photo cannot become the main one, and the mark of the photo check
 * cannot be taken away (docs/product.md, "Photo check"); both are refused with 422.
 */
export async function changePhotos(ctx: Context, input: Input): Promise<OutputOf<typeof endpoint>> {
  const nude = nudityChangeOf(input);
  const { member, own } = await requireSession(ctx, (id, db) => ({ own: ownImages(db, id) }));
  const ids = own.map(({ id }) => id);
  const named = [input.main_image?.id, input.image?.id, ...(input.order ?? [])].filter((id) => id !== undefined);
  if (!named.every((id) => ids.includes(id))) refuse('not_found');
  if (input.order && (input.order.length !== ids.length || new Set(input.order).size !== ids.length)) {
    refuseFields({ order: 'not_allowed' });
  }
  const mainImage = own.find(({ id }) => id === input.main_image?.id);
  if (mainImage && mainImage.heldSince !== null) refuseFields({ main_image: 'not_allowed' });
  if (nude?.is === false && own.find(({ id }) => id === nude.id)?.isNudeByCheck) refuseFields({ is_nude: 'not_allowed' });
  const change = { main: input.main_image?.id ?? null, order: input.order ?? null, nude };
  const { events, images } = await batch(ctx.db, {
    events: writeEvents(ctx.db, [{ to: member.id, event: { type: 'user.changed' } }], ctx.now),
    ...changeImages(ctx.db, member.id, change),
  });
  ctx.publish({ events });
  return { images: images.map(ownImageOf) };
}

/** Which photo is to be marked as nude or not; null if the body names none. Refuses with 422 if only one of the two fields is there. */
function nudityChangeOf({ image, is_nude: isNude }: Input) {
  if (image && isNude !== undefined) return { id: image.id, is: isNude };
  if (image) return refuseFields({ is_nude: 'required' });
  return isNude === undefined ? null : refuseFields({ image: 'required' });
}
