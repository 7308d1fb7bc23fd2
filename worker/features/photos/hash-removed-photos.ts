import { batch, type Database } from '#db/client';
import { claimDueHashings, type DueHashing, HASHING_TRIES, storeHashes } from '#db/queries/photos/removed-photos';
import type { Env } from '../../config/env.ts';
import { logLine } from '../../lib/log.ts';
import { inRounds } from '../../lib/rounds.ts';
import { hashesOfStoredPhoto } from '../../platform/photos/photo-storage.ts';

/** Removed photos of one run; each takes one call of the image service. */
const BOUNDS = { size: 5, rows: 50, perSecond: 20 };

/** The hashes of a removed photo: none if its file is gone; null if it has to be tried again. */
async function hashesOf(env: Env, { file, tries }: DueHashing) {
  try {
    return (await hashesOfStoredPhoto(env, file)) ?? [];
  } catch (error) {
    const isGivenUp = tries >= HASHING_TRIES;
    const name = error instanceof Error ? error.name : 'unknown';
    logLine('warn', { at: 'photo_hash', tries, is_given_up: isGivenUp, error: name });
    return isGivenUp ? [] : null;
  }
}

/**
 * Hashes photos that operators have removed, so that their copies are refused, and then gives their files up for removal. The scheduled handler
 * runs it (docs/product.md, "Removed photos").
 */
export async function hashRemovedPhotos(env: Env, db: Database, now: number): Promise<void> {
  await inRounds(BOUNDS, async (limit) => {
    const claimed = await claimDueHashings(db, now, limit);
    for (const photo of claimed) {
      const hashes = await hashesOf(env, photo);
      if (hashes) await batch(db, storeHashes(db, photo.number, hashes, now));
    }
    return claimed.length;
  });
}
