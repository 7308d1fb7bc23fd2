import { batch, type Database } from '#db/client';
import { caseByNumber, giveCase, nextCaseFor, recordActivity, releaseCase, takeCase } from '#db/queries/cases/case-queue';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import { randomId } from '../../lib/crypto.ts';
import { refuse, refuseFields } from '../errors.ts';
import { type Actor, partyOf } from './actor.ts';
import { refuseCase } from './case-refusal.ts';

/** An operator who acts for themselves. */
export type Operator = Extract<Actor, { kind: 'operator' }>;

/** A case that is to be given to an operator. */
interface Assignment {
  readonly number: string;
  readonly operatorId: string;
}

/** Refuses if a case could not be given to an operator now, as `assignCase` would. */
export async function assertAssignable(db: Database, actor: Actor, { number, operatorId }: Assignment): Promise<void> {
  const receiver = { kind: 'operator', memberId: operatorId } as const;
  const {
    seen: [seen],
    found: [found],
  } = await batch(db, { seen: caseByNumber(db, partyOf(actor), number), found: caseByNumber(db, partyOf(receiver), number) });
  if (!seen) return refuse('not_found');
  if (seen.case.status !== 'open') return refuseCase('not_open');
  if (!found) refuseCase('has_stake');
}

/** Refuses if a case could not be taken from its operator now, as `releaseCaseOf` would. */
export async function assertReleasable(db: Database, actor: Actor, number: string): Promise<void> {
  const [found] = await caseByNumber(db, partyOf(actor), number);
  if (!found) refuse('not_found');
  const { status, assigneeId } = found.case;
  if (status !== 'open' || assigneeId === null || (actor.kind === 'operator' && assigneeId !== actor.memberId)) refuseCase('not_free');
}

/** Throws why an operator has not got a case. */
async function refuseTaking(db: Database, actor: Operator, number: string): Promise<never> {
  const [found] = await caseByNumber(db, partyOf(actor), number);
  if (!found) return refuse('not_found');
  return refuseCase(found.case.status === 'open' ? 'taken' : 'not_open');
}

const entryOf = (actor: Actor, act: 'assigned' | 'released', detail: string | null, now: number) => ({
  id: randomId(),
  ...partyOf(actor),
  act,
  detail,
  createdAt: now,
});

/**
 * An operator takes an open case. One moderator a case: a second one is refused with `conflict` (`taken`). Who has a stake in it, such as
 * having made the decision that it appeals against, gets `not_found`.
 */
export async function takeCaseOf(db: Database, now: number, actor: Operator, number: string): Promise<void> {
  if (!(await tryToTake(db, now, actor, number))) await refuseTaking(db, actor, number);
}

/** Takes a case and writes it down; false if it was not to be taken. */
async function tryToTake(db: Database, now: number, actor: Operator, number: string): Promise<boolean> {
  const { taken } = await batch(db, {
    taken: takeCase(db, number, actor.memberId),
    activity: recordActivity(db, number, entryOf(actor, 'assigned', actor.memberId, now), previousStatementWrote),
  });
  return taken.length > 0;
}

/**
 * Gives an open case to an operator, also one that another has. Refuses with `not_found` for a case that the actor may not see, with 422
 * (`operator`: `unknown`) for a member who is no active operator, and with `conflict`: `not_open`, or `has_stake` of that operator.
 */
export async function assignCase(db: Database, now: number, actor: Actor, assignment: Assignment): Promise<void> {
  const { number, operatorId } = assignment;
  const { given } = await batch(db, {
    given: giveCase(db, partyOf(actor), number, operatorId),
    activity: recordActivity(db, number, entryOf(actor, 'assigned', operatorId, now), previousStatementWrote),
  });
  if (given.length > 0) return;
  await assertAssignable(db, actor, assignment);
  refuseFields({ operator: 'unknown' });
}

/** Takes an open case from its operator: an operator gives back their own, the command line any. Refuses with `conflict` (`not_free`). */
export async function releaseCaseOf(db: Database, now: number, actor: Actor, number: string): Promise<void> {
  const { released } = await batch(db, {
    released: releaseCase(db, number, partyOf(actor).actorId),
    activity: recordActivity(db, number, entryOf(actor, 'released', null, now), previousStatementWrote),
  });
  if (released.length > 0) return;
  await assertReleasable(db, actor, number);
  refuseCase('not_free');
}

/** How many cases are tried while others take them first. */
const MAX_ATTEMPTS = 5;

/** An operator takes the next open case, the one that they have already first. Returns its number, or null if there is none for them. */
export async function takeNext(db: Database, now: number, actor: Operator): Promise<string | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const [next] = await nextCaseFor(db, actor.memberId);
    if (!next) return null;
    if (next.assigneeId === actor.memberId || (await tryToTake(db, now, actor, next.number))) return next.number;
  }
  return refuseCase('taken');
}
