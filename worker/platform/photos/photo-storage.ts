import { rgbaToThumbHash } from 'thumbhash';
import { photoWidths } from '#contract/profile';
import type { Database } from '#db/client';
import { claimDueRemovals, deleteRemovals, isDemoPortrait } from '#db/queries/photos/photos';
import type { Env } from '../../config/env.ts';
import { randomId } from '../../lib/crypto.ts';
import { logLine } from '../../lib/log.ts';
import { inRounds } from '../../lib/rounds.ts';
import { purgeFromEdge } from './edge-cache.ts';
import { hashesToCompare, hashesToRemember, type PerceptualHash } from './perceptual-hash.ts';
import { decodeSmallPng } from './png-decoder.ts';

const SIZES = ['thumb', 'medium', 'large'] as const;
type Size = (typeof SIZES)[number];

export type PhotoNames = Readonly<Record<Size, string>>;
export interface ProcessedPhoto {
  readonly files: Readonly<Record<Size, Uint8Array>>;
  readonly width: number;
  readonly height: number;
  /** Base64, as the page decodes it. */
  readonly thumbhash: string;
  /** The hashes by which it is compared with removed photos. */
  readonly hashes: readonly [PerceptualHash, PerceptualHash];
}

/** The box, in pixels, into which the large file fits. */
const LARGE_BOX = { width: 1600, height: 3200 };
/** The box of the picture from which the thumbhash, which takes at most 100 pixels a side, and the perceptual hashes are made. */
const THUMBHASH_BOX = { width: 100, height: 100 };
const QUALITY = 82;
/** Files of one sweep. */
const SWEEP_BOUNDS = { size: 50, rows: 2_000, perSecond: 60 };

/** Unguessable names for the three files of a new photo. */
export const photoNames = (): PhotoNames => ({
  thumb: `${randomId()}.webp`,
  medium: `${randomId()}.webp`,
  large: `${randomId()}.webp`,
});

const streamOf = (bytes: Uint8Array) => new Blob([bytes]).stream();

/** Scales a picture down to a box and encodes it. Throws if the image service cannot read it or cannot be reached. */
async function scalePicture(env: Env, file: Uint8Array, box: ImageTransform, format: 'image/webp' | 'image/png'): Promise<Uint8Array> {
  const result = await env.IMAGES.input(streamOf(file))
    .transform({ fit: 'scale-down', ...box })
    .output({ format, ...(format === 'image/webp' ? { quality: QUALITY } : {}) });
  return new Uint8Array(await result.response().arrayBuffer());
}

/**
 * Encodes a picture of the given size in pixels anew in three sizes, none larger than the picture: turned as its EXIF data say and without
 * metadata, which Cloudflare does not write into WebP. Returns null if the picture cannot be read. Throws if the image service does not
 * work.
 */
export async function processPhoto(env: Env, file: Uint8Array, picture: { width: number; height: number }): Promise<ProcessedPhoto | null> {
  const scale = Math.min(1, LARGE_BOX.width / picture.width, LARGE_BOX.height / picture.height);
  const [width, height] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))];
  const widths = photoWidths(width);
  try {
    // Only this one reads the member's file, which may have fifty megapixels; the others are made from its result.
    const large = await scalePicture(env, file, LARGE_BOX, 'image/webp');
    const [medium, thumb, tiny] = await Promise.all([
      scalePicture(env, large, { width: widths.medium }, 'image/webp'),
      scalePicture(env, large, { width: widths.thumb }, 'image/webp'),
      scalePicture(env, large, THUMBHASH_BOX, 'image/png'),
    ]);
    const pixels = await decodeSmallPng(tiny);
    const thumbhash = btoa(String.fromCharCode(...rgbaToThumbHash(pixels.width, pixels.height, pixels.rgba)));
    return { files: { thumb, medium, large }, width, height, thumbhash, hashes: hashesToCompare(pixels) };
  } catch (error) {
    if (await isImageServiceUp(env)) return null;
    throw error;
  }
}

/**
 * The hashes by which a stored photo is remembered after its removal, from its large file. Returns null if the file is gone. Throws if the image
 * service cannot read it or cannot be reached.
 */
export async function hashesOfStoredPhoto(env: Env, name: string): Promise<PerceptualHash[] | null> {
  const stored = await env.PHOTOS.get(name);
  if (!stored) return null;
  const tiny = await scalePicture(env, new Uint8Array(await stored.arrayBuffer()), THUMBHASH_BOX, 'image/png');
  return hashesToRemember(await decodeSmallPng(tiny));
}

/** A valid PNG of one grey pixel, base64. */
const VALID_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** Whether the image service can read a valid picture. Its errors do not tell whether a picture is broken or the service is. */
async function isImageServiceUp(env: Env): Promise<boolean> {
  try {
    await scalePicture(
      env,
      Uint8Array.from(atob(VALID_PNG), (character) => character.charCodeAt(0)),
      THUMBHASH_BOX,
      'image/webp',
    );
    return true;
  } catch {
    return false;
  }
}

/** Stores the files of a photo in the photo bucket under their names. Throws if one of them could not be stored. */
export async function storePhoto(env: Env, names: PhotoNames, files: ProcessedPhoto['files']): Promise<void> {
  await Promise.all(SIZES.map((size) => env.PHOTOS.put(names[size], files[size], { httpMetadata: { contentType: 'image/webp' } })));
}

/**
 * From this try of the sweep on, caches are no longer purged: what they kept is long out of date. The pauses between tries are 1, 2, 4 and
 * so on up to 512 minutes, so this is about 17 hours after the first try.
 */
const PURGE_MAX_TRIES = 11;

/**
 * Deletes files that no photo refers to, from the photo bucket and the cache, and then their rows in the removal table. Of demo portraits
 * it deletes the rows only. A failure is logged, and the rows stay for the sweep. `tries`: which try of the sweep this is; 0 in a request.
 */
export async function deleteFiles(env: Env, db: Database, cdnPrefix: string, names: readonly string[], tries = 0): Promise<void> {
  const deletable = names.filter((name) => !isDemoPortrait(name));
  try {
    if (deletable.length > 0) {
      await env.PHOTOS.delete(deletable);
      if (tries < PURGE_MAX_TRIES) await purgeFromEdge(env, cdnPrefix, deletable);
    }
    await deleteRemovals(db, names);
  } catch (error) {
    logLine('warn', { at: 'photos', files: names.length, error: error instanceof Error ? error.message : 'unknown' });
  }
}

/**
 * Deletes the files whose removal is due: those of erased accounts, of interrupted uploads, and those that a request could not delete. The
 * scheduled handler runs it; two runs at once do no harm. What is left after 2,000 files or 40 seconds waits for the next run.
 */
export async function sweepFiles(env: Env, db: Database, cdnPrefix: () => Promise<string>, now: number): Promise<void> {
  await inRounds(SWEEP_BOUNDS, async (limit) => {
    const rows = await claimDueRemovals(db, now, limit);
    const prefix = rows.length > 0 ? await cdnPrefix() : '';
    for (const [tries, rowsOfTry] of Map.groupBy(rows, (row) => Math.min(row.tries, PURGE_MAX_TRIES))) {
      await deleteFiles(
        env,
        db,
        prefix,
        rowsOfTry.map(({ name }) => name),
        tries,
      );
    }
    return rows.length;
  });
}
