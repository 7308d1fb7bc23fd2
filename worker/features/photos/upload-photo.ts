import { MINUTE } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { type uploadPhoto as endpoint, PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE, PHOTO_MIN_SIDE } from '#contract/photos';
import { batch } from '#db/client';
import { addImage, countImages, hasImage, scheduleRemovalsBeforeUpload } from '#db/queries/photos/photos';
import { removedPhotoLike } from '#db/queries/photos/removed-photos';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { Refusal, refuse, refuseFields } from '../../domain/errors.ts';
import { openCaseOfHeldPhoto } from '../../domain/moderation/held-photos.ts';
import { countEvents, countEventWhen } from '../../domain/operating/daily-figures.ts';
import { ownImageOf } from '../../domain/profile-card.ts';
import { requireSession } from '../../domain/require-session.ts';
import { randomId } from '../../lib/crypto.ts';
import { logLine } from '../../lib/log.ts';
import {
  deleteFiles,
  type PhotoNames,
  type ProcessedPhoto,
  photoNames,
  processPhoto,
  storePhoto,
} from '../../platform/photos/photo-storage.ts';
import { checkUploadedPhoto } from './check-uploaded-photo.ts';
import { inspectFile } from './inspect-image.ts';

/** Files that no photo refers to after this time are removed; it is longer than any upload takes. */
const UPLOAD_TIMEOUT_MS = 10 * MINUTE;

/**
 * Takes a photo (docs/product.md, "Accepted photo files"). Its files are registered for removal in the batch that proves the session, and
 * the registration ends in the batch that stores the photo, so that a Worker that dies in between leaves nothing behind
 * (docs/decisions/0029-register-photo-files-for-removal-before-storing-them.md).
 */
export async function uploadPhoto(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, env, now, settings } = ctx;
  const { bytes, ...picture } = await readValidPicture(input.file);
  const credential = ctx.session.credential ?? refuse('signed_out');
  const names = photoNames();
  const { member, counted } = await requireSession(ctx, (id) => ({
    counted: countImages(db, id),
    scheduledRemovals: scheduleRemovalsBeforeUpload(db, credential, Object.values(names), { dueAt: now + UPLOAD_TIMEOUT_MS, now }),
  }));
  try {
    if ((counted[0]?.count ?? 0) >= settings.photos_each) refuseFields({ file: 'not_allowed' });
    const processed = (await processPhoto(env, bytes, picture)) ?? refuseFields({ file: 'wrong_type' });
    return { image: await savePhoto(ctx, member.id, names, processed) };
  } catch (error) {
    // After any other error the photo may have been stored and need these files; the sweep removes them if it was not.
    if (error instanceof Refusal) ctx.later(() => deleteFiles(env, db, settings.cdn_prefix, Object.values(names)));
    throw error;
  }
}

/** The bytes and size of the picture in a file, without what follows its end. Refuses anything else, whatever its declared type. */
async function readValidPicture(file: File) {
  if (file.size > PHOTO_MAX_BYTES) refuse('too_large');
  if (file.size === 0) refuseFields({ file: 'required' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const inspected = inspectFile(bytes);
  if (inspected.kind !== 'photo') return inspected.kind === 'foreign' ? refuse('unsupported_type') : refuseFields({ file: 'wrong_type' });
  const { width, height, end } = inspected;
  if (width * height > PHOTO_MAX_PIXELS || Math.max(width, height) > PHOTO_MAX_SIDE) refuse('too_large');
  if (Math.min(width, height) < PHOTO_MIN_SIDE) refuseFields({ file: 'too_short' });
  return { bytes: bytes.subarray(0, end), width, height };
}

/** Stores the files. Refuses with 503 if the photo bucket fails. */
async function storeFiles({ env }: Context, names: PhotoNames, files: ProcessedPhoto['files']): Promise<void> {
  try {
    await storePhoto(env, names, files);
  } catch (error) {
    logLine('warn', { at: 'photos', error: error instanceof Error ? error.message : 'unknown' });
    refuse('unavailable');
  }
}

/**
 * Stores the files and the row of a photo, held if the photo check does not let it pass; one that is left to an operator opens a case. Refuses with 503 if the photo bucket fails, with 409 if
 * it is a copy of a removed photo, with 422 if the member has no room for a photo.
 */
async function savePhoto(ctx: Context, memberId: string, names: PhotoNames, { files, hashes, ...description }: ProcessedPhoto) {
  const { db, now, settings } = ctx;
  const [checked] = await Promise.all([checkUploadedPhoto(ctx, files.large), storeFiles(ctx, names, files)]);
  const event = eventOutboxRow(memberId, { type: 'user.changed' }, now);
  const image = { id: randomId(), memberId, ...names, ...description, ...checked };
  const isLeftToOperator = image.heldSince !== null && image.checkDueAt === null;
  const rule = settings.photo_check === 'queue' ? 'photo_queue' : 'photo_check';
  const { events, added } = await batch(db, {
    ...addImage(db, image, hashes, settings.photos_each, event),
    ...(isLeftToOperator ? openCaseOfHeldPhoto(db, image, rule, now) : {}),
    figure: image.isNudeByCheck ? countEventWhen(db, 'photos_blurred', '', now, hasImage(image.id, memberId)) : null,
  });
  const [row] = added;
  if (!row) return refuseUnstored(ctx, hashes);
  ctx.publish({ events: writtenEvents(events) });
  return ownImageOf(row);
}

/** Refuses a photo that the batch has not stored, because it is a copy of a removed one or because there is no room for it. */
async function refuseUnstored(ctx: Context, hashes: ProcessedPhoto['hashes']): Promise<never> {
  const { db, now } = ctx;
  const [removed] = await removedPhotoLike(db, hashes);
  if (!removed) return refuseFields({ file: 'not_allowed' });
  ctx.later(async () => countEvents(db, 'photos_refused', new Map([['', 1]]), now));
  return refuse('photo_removed', { number: removed.number });
}
