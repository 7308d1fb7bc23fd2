import { batch, type Database } from '#db/client';
import { heldPhotosAfter } from '#db/queries/cases/held-photos';
import {
  acceptHeldPhoto,
  claimDueChecks,
  type DueCheck,
  isHeldPhoto,
  leaveToOperator,
  PHOTO_CHECK_TRIES,
} from '#db/queries/photos/photo-check';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import type { Env } from '../../config/env.ts';
import type { Settings } from '../../config/settings.ts';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { closeCaseOfPhoto, type HeldPhotoRule, openCaseOfHeldPhoto } from '../../domain/moderation/held-photos.ts';
import { countEventWhen } from '../../domain/operating/daily-figures.ts';
import { logLine } from '../../lib/log.ts';
import { inRounds, lookInTurn } from '../../lib/rounds.ts';
import { photoChecker } from '../../platform/photos/check/photo-check.ts';
import { loggableFault, type PhotoChecker, PhotoCheckFault } from '../../platform/photos/check/photo-checker.ts';

/** Photos that the classifier looks at at the same time. */
const CONCURRENT_CHECKS = 3;
/** Photos of one run. */
const BOUNDS = { size: 2 * CONCURRENT_CHECKS, rows: 120, perSecond: 10 };
/** The photo check, as the one who has settled a case. */
const PHOTO_CHECK = { kind: 'rule', rule: 'photo_check' } as const;

interface SweepContext {
  readonly env: Env;
  readonly db: Database;
  readonly settings: Settings;
  readonly now: number;
  readonly publish: Context['publish'];
}

/** The stored picture of a photo. Throws a PhotoCheckFault if the bucket does not have it. */
async function pictureOf(env: Env, { file }: DueCheck): Promise<Uint8Array> {
  const stored = await env.PHOTOS.get(file);
  if (!stored) throw new PhotoCheckFault('no file');
  return new Uint8Array(await stored.arrayBuffer());
}

/** Leaves a held photo to an operator, with a case. */
const leaveWithCase = (db: Database, photo: DueCheck, rule: HeldPhotoRule, now: number) =>
  batch(db, { left: leaveToOperator(db, photo.id), ...openCaseOfHeldPhoto(db, photo, rule, now) });

/** Asks about one photo and does what the verdict says; without one the photo stays held. */
async function checkAgain({ env, db, now, publish }: SweepContext, check: PhotoChecker, photo: DueCheck): Promise<void> {
  try {
    const verdict = await check(await pictureOf(env, photo));
    if (verdict === 'queue') {
      await leaveWithCase(db, photo, 'photo_check', now);
      return;
    }
    const event = eventOutboxRow(photo.memberId, { type: 'user.changed' }, now);
    const { events } = await batch(db, {
      figure: verdict === 'blur' ? countEventWhen(db, 'photos_blurred', '', now, isHeldPhoto(photo)) : null,
      ...acceptHeldPhoto(db, photo, { by: 'classifier', isBlurred: verdict === 'blur' }, event),
      ...closeCaseOfPhoto(db, photo, PHOTO_CHECK, now),
    });
    publish({ events: writtenEvents(events) });
  } catch (error) {
    const isGivenUp = photo.tries >= PHOTO_CHECK_TRIES;
    logLine('warn', { at: 'photo_check', tries: photo.tries, is_given_up: isGivenUp, error: loggableFault(error) });
    if (isGivenUp) await leaveWithCase(db, photo, 'photo_unchecked', now);
  }
}

/**
 * Opens cases for held photos that wait for an operator and have none: those from before there were cases, and after a change of the setting. The
 * scheduled handler runs it and looks at a part of the list each time; `place` is where it goes on, and what it returns is where the next run does.
 */
export function openCasesOfHeldPhotos({ db, settings, now }: SweepContext, place: string): Promise<string> {
  const kind = settings.photo_check;
  // Without a setting that holds photos nobody has said anything of this one.
  const untried = kind === 'queue' ? 'photo_queue' : kind === 'classifier' ? 'photo_check' : 'photo_unchecked';
  return lookInTurn(
    place,
    async (after, limit) =>
      (await heldPhotosAfter(db, after, { includesUnchecked: kind !== 'classifier' }, limit)).map((row) => ({ ...row, at: row.heldSince })),
    async (photo) => {
      if (photo.isUntold === 0) return false;
      await batch(db, openCaseOfHeldPhoto(db, photo, photo.checkTries > 0 ? 'photo_unchecked' : untried, now));
      return true;
    },
  );
}

/**
 * Asks the classifier again about photos of which it has given no verdict. The scheduled handler runs it. While the setting `photo_check` is
 * another one, all held photos wait for an operator (docs/product.md, "Photo check"). What is left after 120 photos or 40 seconds waits for the
 * next run.
 */
export async function checkHeldPhotos(ctx: SweepContext): Promise<void> {
  if (ctx.settings.photo_check !== 'classifier') return;
  const check = photoChecker(ctx.env, ctx.settings);
  await inRounds(BOUNDS, async (limit) => {
    const claimed = await claimDueChecks(ctx.db, Date.now(), limit);
    const waiting = [...claimed];
    const checkNext = async (): Promise<void> => {
      for (let photo = waiting.shift(); photo; photo = waiting.shift()) await checkAgain(ctx, check, photo);
    };
    await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, checkNext));
    return claimed.length;
  });
}
