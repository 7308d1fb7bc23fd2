import { banMember, unbanMember } from '#db/queries/account/account-status';
import type { MemberRow } from '#db/queries/account/members';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { type AccountStatusStep, accountStatusAfter } from '../../worker/domain/account-status.ts';
import { countText } from '../lib/terminal-text.ts';
import { typedText } from '../lib/typed-values.ts';
import { assertWritten, changingVerb, plannedBatch } from '../lib/verb.ts';
import { EMAIL, memberByTypedEmail, statusText } from './typed-member.ts';

/** Characters of the reason of a ban, which the member reads. */
const REASON_MAX = 1000;

/** The change of the account status by a step; throws a command error if the present status does not allow it. */
function statusStepOf(member: MemberRow, step: AccountStatusStep) {
  const to = accountStatusAfter(member, step);
  if (!to) throw new CommandError(`${member.email} is ${statusText(member.status)}: there is nothing to ${step}.`);
  return { id: member.id, from: member.status, to, now: Date.now() };
}

/** Bans an account; it closes the sockets, and calls are answered with the reason. */
export const ban = changingVerb({
  about: 'Bans a member, who reads the reason. A second ban replaces the reason.',
  args: { EMAIL },
  options: { reason: { value: 'TEXT', about: 'why; the member reads it', whenMissing: 'Say why, the member reads it: --reason TEXT' } },
  run: async (db, { args, options }) => {
    const reason = typedText(options.reason, '--reason', REASON_MAX);
    const member = await memberByTypedEmail(db, args.EMAIL);
    const { email } = member;
    return plannedBatch(db, {
      would: `${email} would be banned: ${reason}`,
      statements: banMember(db, statusStepOf(member, 'ban'), reason),
      done: ({ bannedMember, sessionEvents }) => {
        assertWritten(bannedMember, email);
        return {
          text: `${email} is banned: ${reason} (${countText(sessionEvents.length, 'session')})`,
          json: { email, status: 'banned', reason, sessions: sessionEvents.length },
        };
      },
    });
  },
});

/** Lifts a ban; the account has the status from before it. */
export const unban = changingVerb({
  about: 'Lifts a ban; the account has the status from before it.',
  args: { EMAIL },
  options: {},
  run: async (db, { args }) => {
    const member = await memberByTypedEmail(db, args.EMAIL);
    const { email } = member;
    const step = statusStepOf(member, 'unban');
    return plannedBatch(db, {
      would: `${email} would be ${statusText(step.to.status)} again.`,
      statements: { unbannedMember: unbanMember(db, step) },
      done: ({ unbannedMember }) => {
        assertWritten(unbannedMember, email);
        return { text: `${email} is ${statusText(step.to.status)} again`, json: { email, status: step.to.status } };
      },
    });
  },
});
