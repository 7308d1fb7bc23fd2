import { batch, type Database } from '#db/client';
import { openCaseOfPhoto } from '#db/queries/cases/held-photos';
import { acceptHeldPhoto, photoById } from '#db/queries/photos/photo-check';
import type { PhotoOfMember } from '#db/queries/photos/photos';
import { forgetRemovedPhoto } from '#db/queries/photos/removed-photos';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import { randomId } from '../../lib/crypto.ts';
import type { Actor } from '../moderation/actor.ts';
import { type PhotoRemoval, planPhotoRemoval } from '../moderation/decide-by-hand.ts';
import { decideCase, type MadeDecision, makeDecision } from '../moderation/decide-case.ts';
import { dismissalOf } from '../moderation/decision-input.ts';
import { closeCaseOfPhoto } from '../moderation/held-photos.ts';
import { type ProvenActor, recordAct } from './record-act.ts';

/** The event that tells a member's pages of the change. The next run of the scheduled handler delivers it. */
const userChanged = (memberId: string, now: number) =>
  ({ id: randomId(), memberId, event: { type: 'user.changed' }, createdAt: now, dueAt: now }) as const;

interface PhotoAcceptance {
  readonly photo: PhotoOfMember;
  /** It is shown as a nude photo is, and its owner cannot change that. */
  readonly isBlurred: boolean;
}

/**
 * Shows a held photo to others (docs/product.md, "Photo check"): dismisses the open case about it, or without one shows it and records the act.
 * Returns whether it was still held; if not, nothing has changed. Refuses as `decideCase` if the actor may not decide the case.
 */
export async function acceptPhoto(db: Database, now: number, actor: ProvenActor, { photo, isBlurred }: PhotoAcceptance): Promise<boolean> {
  const [[held], [open]] = await batch(db, [photoById(db, photo.id), openCaseOfPhoto(db, photo.id)]);
  if (held?.heldSince == null || held.memberId !== photo.memberId) return false;
  if (open) {
    await decideCase(db, now, actor, { ...dismissalOf(open.number), isBlurred });
    return true;
  }
  const event = userChanged(photo.memberId, now);
  const { events, accepted: acceptance, mainImage } = acceptHeldPhoto(db, photo, { by: actor.kind, isBlurred }, event);
  const { accepted } = await batch(db, {
    events,
    accepted: acceptance,
    act: recordAct(db, now, actor, { act: 'photo_accepted', aboutId: photo.memberId, subject: photo.id }, previousStatementWrote),
    mainImage,
    ...closeCaseOfPhoto(db, photo, actor, now),
  });
  return accepted.length > 0;
}

/**
 * Removes a photo, held or not, by a decision, tells its owner the reasons, and remembers it, so that the same picture is refused from about a
 * minute later on (docs/product.md, "Removed photos"). Refuses as `planPhotoRemoval`.
 */
export const removePhotoByOperator = (db: Database, now: number, actor: Actor, removal: PhotoRemoval): Promise<MadeDecision> =>
  makeDecision(() => planPhotoRemoval(db, now, actor, removal));

/** Forgets a removed photo, so that it may be uploaded again, and records the act. Returns whether there was one with this number. */
export async function forgetPhotoRemoval(db: Database, now: number, actor: ProvenActor, number: string): Promise<boolean> {
  const { forgotten } = await batch(db, {
    ...forgetRemovedPhoto(db, number, now),
    act: recordAct(db, now, actor, { act: 'removal_forgotten', subject: number }, previousStatementWrote),
  });
  return forgotten.length > 0;
}
