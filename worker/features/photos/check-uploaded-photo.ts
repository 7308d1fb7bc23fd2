import { firstRecheckAt } from '#db/queries/photos/photo-check';
import type { Context } from '../../domain/context.ts';
import { logLine } from '../../lib/log.ts';
import { photoChecker } from '../../platform/photos/check/photo-check.ts';
import { loggableFault, type PhotoVerdict } from '../../platform/photos/check/photo-checker.ts';

/** What a verdict makes of a new photo; without a verdict it is held until the classifier is asked again. */
function columnsOf(verdict: PhotoVerdict | null, now: number) {
  const isShown = verdict === 'pass' || verdict === 'blur';
  return {
    heldSince: isShown ? null : now,
    checkDueAt: verdict === null ? firstRecheckAt(now) : null,
    checkTries: verdict === null ? 1 : 0,
    isNudeByCheck: verdict === 'blur',
  };
}

/**
 * Asks the photo check of this site about a picture before others see it, and gives the columns of its photo (docs/product.md, "Photo check").
 * Never throws: a check that fails holds the photo.
 */
export async function checkUploadedPhoto({ env, settings, now }: Pick<Context, 'env' | 'settings' | 'now'>, picture: Uint8Array) {
  try {
    return columnsOf(await photoChecker(env, settings)(picture), now);
  } catch (error) {
    logLine('warn', { at: 'photo_check', tries: 1, error: loggableFault(error) });
    return columnsOf(null, now);
  }
}
