import { batch, type Database } from '#db/client';
import { openCaseOfPhoto } from '#db/queries/cases/held-photos';
import { acceptHeldPhoto, photoById } from '#db/queries/photos/photo-check';
import { type PhotoOfMember, removeImageByOperator } from '#db/queries/photos/photos';
import { forgetRemovedPhoto, type PhotoRemovalReason } from '#db/queries/photos/removed-photos';
import { randomId } from '../../lib/crypto.ts';
import { newReferenceNumber } from '../../lib/reference-number.ts';
import { accountNotification, accountPush } from '../account-notifications.ts';
import type { Actor } from './actor.ts';
import { decideCase } from './decide-case.ts';
import { dismissalOf } from './decision-input.ts';
import { closeCaseOfPhoto } from './held-photos.ts';

/** The event that tells a member's pages of the change. The next run of the scheduled handler delivers it. */
const userChanged = (memberId: string, now: number) =>
  ({ id: randomId(), memberId, event: { type: 'user.changed' }, createdAt: now, dueAt: now }) as const;

interface PhotoAcceptance {
  readonly photo: PhotoOfMember;
  /** It is shown as a nude photo is, and its owner cannot change that. */
  readonly isBlurred: boolean;
}

/**
 * Shows a held photo to others (docs/product.md, "Photo check"): dismisses the open case about it, or without one shows it alone. Returns whether
 * it was still held; if not, nothing has changed. Refuses as `decideCase` if the actor may not decide the case.
 */
export async function acceptPhoto(db: Database, now: number, actor: Actor, { photo, isBlurred }: PhotoAcceptance): Promise<boolean> {
  const [[held], [open]] = await batch(db, [photoById(db, photo.id), openCaseOfPhoto(db, photo.id)]);
  if (held?.heldSince == null || held.memberId !== photo.memberId) return false;
  if (open) {
    await decideCase(db, now, actor, { ...dismissalOf(open.number), isBlurred });
    return true;
  }
  const event = userChanged(photo.memberId, now);
  const { accepted } = await batch(db, {
    ...acceptHeldPhoto(db, photo, { by: actor.kind, isBlurred }, event),
    ...closeCaseOfPhoto(db, photo, actor, now),
  });
  return accepted.length > 0;
}

interface PhotoRemoval {
  readonly photo: PhotoOfMember;
  readonly reason: PhotoRemovalReason;
}

/**
 * Removes a photo, held or not, tells its owner, and remembers it, so that the same picture is refused from about a minute later on
 * (docs/product.md, "Removed photos"). Returns the number of the removal, or null if the photo is gone; then nothing has changed.
 */
export async function removePhotoByOperator(
  db: Database,
  now: number,
  actor: Actor,
  { photo, reason }: PhotoRemoval,
): Promise<string | null> {
  const number = newReferenceNumber();
  const { deleted } = await batch(
    db,
    removeImageByOperator(
      db,
      photo,
      { number, reason, removedBy: actor.kind, removedAt: now },
      {
        event: userChanged(photo.memberId, now),
        notification: accountNotification(photo.memberId, 'photo_removed', now),
        push: accountPush(photo.memberId, now),
      },
    ),
  );
  return deleted.length > 0 ? number : null;
}

/** Forgets a removed photo, so that it may be uploaded again. Returns whether there was one with this number. */
export async function forgetPhotoRemoval(db: Database, now: number, number: string): Promise<boolean> {
  const { forgotten } = await batch(db, forgetRemovedPhoto(db, number, now));
  return forgotten.length > 0;
}
