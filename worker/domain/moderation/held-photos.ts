import type { Database } from '#db/client';
import { closeCaseOfHeldPhoto, isHeldWithoutCase } from '#db/queries/cases/held-photos';
import type { PhotoOfMember } from '#db/queries/photos/photos';
import { randomId } from '../../lib/crypto.ts';
import { type Actor, partyOf } from './actor.ts';
import { openCaseOfRule } from './open-case.ts';

/**
 * The rules that leave a held photo to an operator (docs/product.md, "Photo check"). `photo_queue`: all new photos are looked at. `photo_check`:
 * the classifier has said so. `photo_unchecked`: it has given no verdict, or is not asked any longer.
 */
export type HeldPhotoRule = 'photo_queue' | 'photo_check' | 'photo_unchecked';

/**
 * The statements by which a held photo opens a case or joins the open one about it, for the batch that leaves it to an operator and behind what
 * that writes. Nothing happens if it is not held, its account is not there, or an open case has been told of it.
 */
export const openCaseOfHeldPhoto = (db: Database, { id, memberId }: PhotoOfMember, rule: HeldPhotoRule, now: number) =>
  openCaseOfRule(db, { kind: 'held_photo', rule, topic: { kind: 'photo', id, memberId }, text: '', now }, isHeldWithoutCase(id));

/**
 * The statements that close the case of a held photo which needs no decision any more, because it is shown or gone, behind what settles that.
 * A case of which somebody else has told stays open. `actor` is who has settled it: the photo check or the deletion by its owner.
 */
export const closeCaseOfPhoto = (db: Database, photo: PhotoOfMember, actor: Actor, now: number) =>
  closeCaseOfHeldPhoto(db, photo, { id: randomId(), ...partyOf(actor), act: 'closed', detail: null, createdAt: now });
