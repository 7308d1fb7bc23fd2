import type { Ground, GroundCode } from '#contract/cases';
import { batch, type Database } from '#db/client';
import { memberById } from '#db/queries/account/members';
import { mayAct, mayTakeBack } from '#db/queries/cases/case-access';
import { caseByNumber, decisionOfCase } from '#db/queries/cases/case-queue';
import { imageOfMember } from '#db/queries/cases/decisions';
import { type CaseTopic, openAppealAgainst, openCaseAbout, openCaseByHand } from '#db/queries/cases/open-case';
import type { PhotoOfMember } from '#db/queries/photos/photos';
import type { PhotoRemovalReason } from '#db/queries/photos/removed-photos';
import { randomId } from '../../lib/crypto.ts';
import { newReferenceNumber } from '../../lib/reference-number.ts';
import { refuse } from '../errors.ts';
import { type Actor, partyOf } from './actor.ts';
import { PRIORITY } from './case-priority.ts';
import { refuseCase } from './case-refusal.ts';
import { type MadeDecision, makeDecision, type PlannedDecision, planDecision, planJudged } from './decide-case.ts';
import { dismissalOf } from './decision-input.ts';

const openingOf = (db: Database, now: number, actor: Actor, number: string, topic: CaseTopic) =>
  openCaseByHand(db, number, topic, PRIORITY.usual, { id: randomId(), ...partyOf(actor), act: 'opened', detail: null, createdAt: now });

/** The grounds of the reasons for which a photo is removed. */
const GROUND_OF_REASON: Readonly<Record<PhotoRemovalReason, { readonly kind: Ground; readonly code: GroundCode }>> = {
  nudity: { kind: 'rule', code: 'nudity' },
  violence: { kind: 'rule', code: 'other' },
  underage: { kind: 'rule', code: 'underage' },
  not_own: { kind: 'rule', code: 'fake' },
  contact: { kind: 'rule', code: 'spam' },
  advertising: { kind: 'rule', code: 'spam' },
  illegal: { kind: 'law', code: 'other_law' },
  other: { kind: 'rule', code: 'other' },
};

/** A removal as an operator makes it, with what was found, as the owner reads it. */
export interface PhotoRemoval {
  readonly photo: PhotoOfMember;
  readonly reason: PhotoRemovalReason;
  readonly facts: string;
}

/**
 * Checks the removal of a photo, held or not: the decision of the open case about it or, if nobody has told of it, of a case that is opened with
 * it (docs/product.md, "Removed photos"). Refuses as `planDecision`; with `not_found` if it is the actor's own.
 */
export async function planPhotoRemoval(
  db: Database,
  now: number,
  actor: Actor,
  { photo, reason, facts }: PhotoRemoval,
): Promise<PlannedDecision> {
  const topic = { kind: 'photo', id: photo.id, memberId: photo.memberId } as const;
  const {
    open: [open],
    member: [member],
    image: [image],
  } = await batch(db, { open: openCaseAbout(db, topic), member: memberById(db, photo.memberId), image: imageOfMember(db, photo) });
  const number = open?.number ?? newReferenceNumber();
  const input = { ...dismissalOf(number), action: 'remove_photo', ground: GROUND_OF_REASON[reason], facts, removalReason: reason } as const;
  if (open) return planDecision(db, now, actor, input);
  const party = partyOf(actor);
  if (party.actorId === photo.memberId) return refuse('not_found');
  return planJudged({ db, now, actor }, input, {
    found: { case: { subjectKind: topic.kind, subjectId: topic.id, memberId: topic.memberId }, kinds: '[]', member: member ?? null },
    image,
    prompt: undefined,
    message: undefined,
    appealed: undefined,
    opening: { statements: openingOf(db, now, actor, number, topic), mayDecide: mayAct(party), takesBack: null },
  });
}

/** Which decision is taken back, by the number of its case, and why, as the member reads it. */
interface Restoration {
  readonly number: string;
  readonly facts: string;
}

/**
 * Checks that a decision is taken back of one's own accord, without an appeal (docs/product.md, "Appeals"); also by whoever has made it. Refuses
 * with `not_found` for a case in which the actor has a stake; with `conflict` (`not_possible`) if it has no decision that lasts, or if an
 * appeal against it is open, which is decided instead; with 422 without facts.
 */
export async function planRestoration(db: Database, now: number, actor: Actor, { number, facts }: Restoration): Promise<PlannedDecision> {
  const party = partyOf(actor);
  const {
    found: [found],
    decision: [decision],
    openAppeal: [openAppeal],
  } = await batch(db, {
    found: caseByNumber(db, party, number),
    decision: decisionOfCase(db, number),
    openAppeal: openAppealAgainst(db, number),
  });
  if (!found) return refuse('not_found');
  if (!decision || openAppeal) return refuseCase('not_possible');
  const topic = { kind: 'decision', id: decision.id, memberId: found.case.memberId } as const;
  const restoring = newReferenceNumber();
  return planJudged(
    { db, now, actor },
    { ...dismissalOf(restoring), action: 'restore', facts },
    {
      found: { case: { subjectKind: topic.kind, subjectId: topic.id, memberId: topic.memberId }, kinds: '[]', member: found.member },
      image: undefined,
      prompt: undefined,
      message: undefined,
      appealed: decision,
      opening: {
        statements: openingOf(db, now, actor, restoring, topic),
        mayDecide: mayTakeBack(party, number),
        takesBack: number,
      },
    },
  );
}

/** Takes back a decision of one's own accord and tells its member why. Refuses as `planRestoration`. */
export const takeBackDecision = (db: Database, now: number, actor: Actor, restoration: Restoration): Promise<MadeDecision> =>
  makeDecision(() => planRestoration(db, now, actor, restoration));
