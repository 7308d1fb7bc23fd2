import { batch, type Database } from '#db/client';
import { type CasePhotoRow, casePhotos, hasCasePhoto, photoLook } from '#db/queries/cases/case-photos';
import { recordActivity } from '#db/queries/cases/case-queue';
import { randomId } from '../../lib/crypto.ts';
import { refuse } from '../errors.ts';
import { type Actor, partyOf } from './actor.ts';

/**
 * Writes down that somebody looks at a photo of a case, as `photo:ID`; only then `lookedCasePhoto` gives its file to an operator. Returns the
 * photo. Refuses with `not_found` for a case that the actor may not see, for a photo of another case, and for one without a file; then nothing
 * is written.
 */
export async function lookAtCasePhoto(
  db: Database,
  now: number,
  actor: Actor,
  { number, id }: { readonly number: string; readonly id: string },
): Promise<CasePhotoRow> {
  const party = partyOf(actor);
  const entry = { id: randomId(), ...party, act: 'looked', detail: photoLook(id), createdAt: now } as const;
  const { look, photos } = await batch(db, {
    look: recordActivity(db, number, entry, hasCasePhoto(party, { number, id })),
    photos: casePhotos(db, party, number),
  });
  const photo = photos.find((one) => one.id === id);
  return photo && look.length > 0 ? photo : refuse('not_found');
}
