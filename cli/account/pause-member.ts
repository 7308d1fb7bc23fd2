import type { Database } from '#db/client';
import { pauseMember } from '#db/queries/account/members';
import { endPauseDecisionOf } from '#db/queries/cases/decisions';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { accountExists } from '../../worker/domain/account-status.ts';
import { randomId } from '../../worker/lib/crypto.ts';
import { assertWritten, changingVerb, plannedBatch } from '../lib/verb.ts';
import { EMAIL, memberByTypedEmail, statusText } from './typed-member.ts';

/** The change of "Pause my profile". Throws a command error if the account does not exist for others, or already is so. */
async function planPause(db: Database, typedEmail: string, isPaused: boolean) {
  const member = await memberByTypedEmail(db, typedEmail);
  const { id, email } = member;
  const state = isPaused ? 'paused' : 'not paused';
  if (!accountExists(member)) throw new CommandError(`${email} is ${statusText(member.status)} and in no search.`);
  if (member.isPaused === isPaused) throw new CommandError(`${email} is ${state} already.`);
  const now = Date.now();
  const event = { id: randomId(), memberId: id, event: { type: 'user.changed' }, createdAt: now, dueAt: now };
  return plannedBatch(db, {
    would: `${email} would be ${state}.`,
    statements: { endedDecision: isPaused ? null : endPauseDecisionOf(db, id, now), ...pauseMember(db, id, isPaused, event) },
    done: ({ pausedMember }) => {
      assertWritten(pausedMember, email);
      return { text: `${email} is ${state}`, json: { email, is_paused: isPaused } };
    },
  });
}

/** Takes a member out of all searches, as "Pause my profile" does. */
export const pause = changingVerb({
  about: 'Takes a member out of all searches, as "Pause my profile" does; the member can end it.',
  args: { EMAIL },
  options: {},
  run: (db, { args }) => planPause(db, args.EMAIL, true),
});

/** Ends the pause of a profile. */
export const resume = changingVerb({
  about: 'Ends the pause of a profile, whoever began it.',
  args: { EMAIL },
  options: {},
  run: (db, { args }) => planPause(db, args.EMAIL, false),
});
