import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { type uploadPhoto as endpoint, PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE, PHOTO_MIN_SIDE } from '#contract/photos';
import { together } from '#db/client';
import { addImage, countImages, expectFiles } from '#db/queries/photos/photos';
import { countOwnAttempt } from '#db/queries/shared/attempt-counters';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { Refusal, refuse, refuseFields } from '../../domain/errors.ts';
import { imageOf } from '../../domain/profile-card.ts';
import { HOUR, holdToLimit, MINUTE } from '../../domain/rate-limit.ts';
import { asMember } from '../../domain/require-session.ts';
import { randomId } from '../../lib/crypto.ts';
import { dropFiles, type MadePhoto, makePhoto, type PhotoNames, photoNames, storePhoto } from '../../platform/photos/photo-storage.ts';
import { lookAtFile } from './inspect-image.ts';

/** Longer than any upload lasts: files that nobody named by then never will be. */
const STORING_MS = 10 * MINUTE;

/**
 * Takes a photo (docs/product.md, "Accepted photo files"). Its files are registered for removal in the trip that proves the session, and
 * released in the batch that names them, so that a Worker that dies in between leaves nothing behind
 * (docs/decisions/0029-register-photo-files-for-removal-before-storing-them.md).
 */
export async function uploadPhoto(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, env, now, settings } = ctx;
  const { bytes, ...picture } = await soundPicture(input.file);
  const claim = ctx.session.claim ?? refuse('signed_out');
  const names = photoNames();
  const [member, [counted], uploads] = await asMember(ctx, (id) => [
    countImages(db, id),
    countOwnAttempt(db, claim, `upload:${id}`, HOUR, now),
    expectFiles(db, claim, Object.values(names), { dueAt: now + STORING_MS, now }),
  ]);
  try {
    holdToLimit(uploads[0], settings.uploads_an_hour);
    if ((counted?.count ?? 0) >= settings.photos_each) refuseFields({ file: 'not_allowed' });
    const made = (await makePhoto(env, bytes, picture)) ?? refuseFields({ file: 'wrong_type' });
    return { image: await keep(ctx, member.id, names, made) };
  } catch (error) {
    // Anything else may have come after the batch was done: then a photo has these files, and the sweep knows better.
    if (error instanceof Refusal) ctx.later(() => dropFiles(env, db, settings.cdn_prefix, Object.values(names)));
    throw error;
  }
}

/** The picture in a file, or the refusal of what is none: its name and claimed type do not count, nor what follows its end. */
async function soundPicture(file: File) {
  if (file.size > PHOTO_MAX_BYTES) refuse('too_large');
  if (file.size === 0) refuseFields({ file: 'required' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const look = lookAtFile(bytes);
  if (look.kind !== 'photo') return look.kind === 'foreign' ? refuse('unsupported_type') : refuseFields({ file: 'wrong_type' });
  const { width, height, end } = look;
  if (width * height > PHOTO_MAX_PIXELS || Math.max(width, height) > PHOTO_MAX_SIDE) refuse('too_large');
  if (Math.min(width, height) < PHOTO_MIN_SIDE) refuseFields({ file: 'too_short' });
  return { bytes: bytes.subarray(0, end), width, height };
}

async function keep(ctx: Context, memberId: string, names: PhotoNames, { files, ...about }: MadePhoto) {
  const { db, env, now, settings } = ctx;
  try {
    await storePhoto(env, names, files);
  } catch (error) {
    console.warn(JSON.stringify({ at: 'photos', error: error instanceof Error ? error.message : 'unknown' }));
    return refuse('unavailable');
  }
  const event = eventRow(memberId, { type: 'user.changed' }, now);
  const image = { id: randomId(), memberId, ...names, ...about };
  const [, , , events, [row]] = await together(db, addImage(db, image, settings.photos_each, event));
  if (!row) return refuseFields({ file: 'not_allowed' });
  ctx.publish({ events: writtenEvents(events) });
  return imageOf(row);
}
