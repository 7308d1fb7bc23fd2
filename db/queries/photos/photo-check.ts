import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { images, members } from '../../schema/index.ts';
import type { ImageRow } from '../profile/profile.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { hasNoMainImage, hasShownImage } from './photos.ts';

const MINUTE_MS = 60_000;
/** The pause before the classifier is asked again doubles at most that many times, up to about an hour. */
const MAX_PAUSE_DOUBLINGS = 6;
/** After so many tries an operator decides; that is about thirteen hours after the upload. */
export const PHOTO_CHECK_TRIES = 18;

/** When the classifier is asked again after a photo's first check failed at `now`. */
export const firstRecheckAt = (now: number): number => now + MINUTE_MS;

/** Condition of a joined row of `members`: the account is there, so that its photos concern somebody. */
const accountIsThere = inArray(members.status, ['active', 'not_confirmed']);

/** The columns of a held photo, without its owner's name or address. */
const heldColumns = {
  id: images.id,
  memberId: images.memberId,
  file: images.large,
  medium: images.medium,
  heldSince: images.heldSince,
  checkDueAt: images.checkDueAt,
  checkTries: images.checkTries,
};

/** A photo that is or was held. Times in ms. */
export interface HeldPhoto {
  readonly id: string;
  readonly memberId: string;
  /** The names of its large and medium files. */
  readonly file: string;
  readonly medium: string;
  /** Null if it is shown. */
  readonly heldSince: number | null;
  /** When the classifier is asked again; null if an operator decides. */
  readonly checkDueAt: number | null;
  readonly checkTries: number;
}

/** Photos that wait to be shown, the longest waiting first, of accounts that are there. */
export const heldPhotos = (db: Database, limit: number) =>
  db
    .select(heldColumns)
    .from(images)
    .innerJoin(members, eq(members.id, images.memberId))
    .where(and(isNotNull(images.heldSince), accountIsThere))
    .orderBy(asc(images.heldSince), asc(images.id))
    .limit(limit);

/** One photo, held or not, with what a decision about it needs; no row if there is none. */
export const photoById = (db: Database, id: string) => db.select(heldColumns).from(images).where(eq(images.id, id));

/** A photo that the classifier is asked about. */
export interface DueCheck {
  readonly id: string;
  readonly memberId: string;
  /** The name of its large file. */
  readonly file: string;
  /** How often it was checked, this time included. */
  readonly tries: number;
}

/**
 * Claims held photos that the classifier is due to be asked about, the longest due first, and doubles the pause to the next try; after the last
 * one an operator decides.
 */
export const claimDueChecks = (db: Database, now: number, limit: number) =>
  db
    .update(images)
    .set({
      checkDueAt: sql`iif(${images.checkTries} + 1 < ${PHOTO_CHECK_TRIES},
        ${now} + (${MINUTE_MS} << min(${images.checkTries}, ${MAX_PAUSE_DOUBLINGS})), null)`,
      checkTries: sql`${images.checkTries} + 1`,
    })
    .where(
      inArray(
        images.id,
        db
          .select({ id: images.id })
          .from(images)
          .innerJoin(members, eq(members.id, images.memberId))
          .where(and(isNotNull(images.checkDueAt), lte(images.checkDueAt, now), accountIsThere))
          .orderBy(asc(images.checkDueAt))
          .limit(limit),
      ),
    )
    .returning({ id: images.id, memberId: images.memberId, file: images.large, tries: images.checkTries });

/** Leaves a held photo to an operator: the classifier is not asked about it again. */
export const leaveToOperator = (db: Database, id: string) => db.update(images).set({ checkDueAt: null }).where(eq(images.id, id));

/** Condition: a photo of a member is held. */
export const isHeldPhoto = ({ id, memberId }: Pick<HeldPhoto, 'id' | 'memberId'>): SQL =>
  sql`exists (select 1 from ${images} where ${images.id} = ${id} and ${images.memberId} = ${memberId} and ${images.heldSince} is not null)`;

/** How a held photo is let pass: by whom, and whether blurred. */
export interface Acceptance {
  readonly by: NonNullable<ImageRow['acceptedBy']>;
  readonly isBlurred: boolean;
}

/**
 * Shows a held photo to others, as the last of a member's photos or where its owner has moved it; it becomes the main one if there is none.
 * Nothing happens if it is not held any longer. `accepted` gives its id, or no row.
 */
export const acceptHeldPhoto = (
  db: Database,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  { by, isBlurred }: Acceptance,
  event: EventInsert,
) => {
  const isHeld = and(eq(images.id, id), eq(images.memberId, memberId), isNotNull(images.heldSince));
  return {
    events: insertEventWhen(db, event, sql`exists (select 1 from ${images} where ${isHeld})`),
    accepted: db
      .update(images)
      .set({ heldSince: null, checkDueAt: null, acceptedBy: by, ...(isBlurred ? { isNude: true, isNudeByCheck: true } : {}) })
      .where(isHeld)
      .returning({ id: images.id }),
    mainImage: db
      .update(members)
      .set({ mainImageId: id, hasPhoto: true })
      .where(and(eq(members.id, memberId), hasShownImage(id, memberId), hasNoMainImage)),
  };
};
