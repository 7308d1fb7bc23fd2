import { rgbaToThumbHash } from 'thumbhash';
import { photoWidths } from '#contract/profile';
import type { Database } from '#db/client';
import { claimDueRemovals, deleteRemovals, isSharedFile } from '#db/queries/photos/photos';
import type { Env } from '../../config/env.ts';
import { randomId } from '../../lib/crypto.ts';
import { purgeFromEdge } from './edge-cache.ts';
import { decodeSmallPng } from './png-decoder.ts';

const SIZES = ['thumb', 'medium', 'large'] as const;
type Size = (typeof SIZES)[number];

export type PhotoNames = Readonly<Record<Size, string>>;
export interface MadePhoto {
  readonly files: Readonly<Record<Size, Uint8Array>>;
  readonly width: number;
  readonly height: number;
  /** Base64, as the page decodes it. */
  readonly thumbhash: string;
}

const LARGE = { width: 1600, height: 3200 };
/** What the thumbhash is read from; it takes no more than 100 pixels a side. */
const TINY = { width: 100, height: 100 };
const QUALITY = 82;
const SWEEP_ROWS = 100;

/** Names for a photo's three files; nobody can guess them. */
export const photoNames = (): PhotoNames => ({
  thumb: `${randomId()}.webp`,
  medium: `${randomId()}.webp`,
  large: `${randomId()}.webp`,
});

const streamOf = (bytes: Uint8Array) => new Blob([bytes]).stream();

async function transformed(env: Env, file: Uint8Array, box: ImageTransform, format: 'image/webp' | 'image/png'): Promise<Uint8Array> {
  const made = await env.IMAGES.input(streamOf(file))
    .transform({ fit: 'scale-down', ...box })
    .output({ format, ...(format === 'image/webp' ? { quality: QUALITY } : {}) });
  return new Uint8Array(await made.response().arrayBuffer());
}

/**
 * Makes a picture of so many pixels anew in three sizes, none larger than it is: turned as its EXIF says, without any metadata (Cloudflare
 * writes none into webp). Null: its pixels cannot be read. Throws when nobody could have read them, because the image service is away.
 */
export async function makePhoto(env: Env, file: Uint8Array, picture: { width: number; height: number }): Promise<MadePhoto | null> {
  const scale = Math.min(1, LARGE.width / picture.width, LARGE.height / picture.height);
  const [width, height] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))];
  const widths = photoWidths(width);
  try {
    // Only the first of them reads the member's file, which may have fifty megapixels.
    const large = await transformed(env, file, LARGE, 'image/webp');
    const [medium, thumb, tiny] = await Promise.all([
      transformed(env, large, { width: widths.medium }, 'image/webp'),
      transformed(env, large, { width: widths.thumb }, 'image/webp'),
      transformed(env, large, TINY, 'image/png'),
    ]);
    const pixels = await decodeSmallPng(tiny);
    const thumbhash = btoa(String.fromCharCode(...rgbaToThumbHash(pixels.width, pixels.height, pixels.rgba)));
    return { files: { thumb, medium, large }, width, height, thumbhash };
  } catch (error) {
    if (await canTransform(env)) return null;
    throw error;
  }
}

/** One grey pixel. */
const SOUND_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** Whether the image service reads a picture that is sound: its errors do not tell a bad picture from a bad day. */
async function canTransform(env: Env): Promise<boolean> {
  try {
    await transformed(
      env,
      Uint8Array.from(atob(SOUND_PNG), (character) => character.charCodeAt(0)),
      TINY,
      'image/webp',
    );
    return true;
  } catch {
    return false;
  }
}

/** Puts a photo's files into the bucket under their names; throws unless all are there. */
export async function storePhoto(env: Env, names: PhotoNames, files: MadePhoto['files']): Promise<void> {
  await Promise.all(SIZES.map((size) => env.PHOTOS.put(names[size], files[size], { httpMetadata: { contentType: 'image/webp' } })));
}

/** By so many tries, a day and a half on, the edge's copy has aged out: a zone that still refuses keeps nothing. */
const AGED_TRIES = 11;

/** Drops files that nothing names any longer, from the bucket and the edge, and then their rows; what fails stays for the sweep. */
export async function dropFiles(env: Env, db: Database, cdnPrefix: string, names: readonly string[], tries = 0): Promise<void> {
  const own = names.filter((name) => !isSharedFile(name));
  try {
    if (own.length > 0) {
      await env.PHOTOS.delete(own);
      if (tries < AGED_TRIES) await purgeFromEdge(env, cdnPrefix, own);
    }
    await deleteRemovals(db, names);
  } catch (error) {
    console.warn(JSON.stringify({ at: 'photos', files: names.length, error: error instanceof Error ? error.message : 'unknown' }));
  }
}

/** Drops what earlier requests could not; run by the scheduled handler, harmless when two run at once. */
export async function sweepFiles(env: Env, db: Database, cdnPrefix: () => Promise<string>, now: number): Promise<void> {
  for (;;) {
    const rows = await claimDueRemovals(db, now, SWEEP_ROWS);
    const prefix = rows.length > 0 ? await cdnPrefix() : '';
    for (const [tries, alike] of Map.groupBy(rows, (row) => Math.min(row.tries, AGED_TRIES))) {
      await dropFiles(
        env,
        db,
        prefix,
        alike.map(({ name }) => name),
        tries,
      );
    }
    if (rows.length < SWEEP_ROWS) return;
  }
}
