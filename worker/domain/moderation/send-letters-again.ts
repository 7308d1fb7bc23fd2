import { batch, type Database } from '#db/client';
import { caseByNumber, lettersOfCase, recordActivity } from '#db/queries/cases/case-queue';
import { countOfGivenUpLetters, hasGivenUpLetters, sendLettersAgain } from '#db/queries/cases/letters';
import { randomId } from '../../lib/crypto.ts';
import { refuse } from '../errors.ts';
import { type Actor, partyOf } from './actor.ts';
import { refuseCase } from './case-refusal.ts';

/**
 * Sends the given-up letters of a case again, to the addresses that their recipients have now; the next sweep delivers them. Returns how many
 * there are. Refuses with `not_found` for a case that the actor may not see, with `conflict` (`nothing_to_send`) if none was given up.
 */
export async function sendCaseLettersAgain(db: Database, now: number, actor: Actor, number: string): Promise<number> {
  await assertLettersGivenUp(db, actor, number);
  const detail = countOfGivenUpLetters(number);
  const entry = { id: randomId(), ...partyOf(actor), act: 'letters_sent_again', detail, createdAt: now } as const;
  const { rewrittenLetters, dueMails } = await batch(db, {
    activity: recordActivity(db, number, entry, hasGivenUpLetters(entry, number)),
    ...sendLettersAgain(db, number, entry.id, now),
  });
  const count = rewrittenLetters.length + dueMails.length;
  return count === 0 ? refuseCase('nothing_to_send') : count;
}

/** Refuses if a case has no given-up letters now, as `sendCaseLettersAgain` would. */
export async function assertLettersGivenUp(db: Database, actor: Actor, number: string): Promise<void> {
  const { found, letters } = await batch(db, { found: caseByNumber(db, partyOf(actor), number), letters: lettersOfCase(db, number) });
  if (found.length === 0) refuse('not_found');
  if (!letters.some(({ isGivenUp }) => isGivenUp === 1)) refuseCase('nothing_to_send');
}
