import { DAY } from '#contract/durations';
import type { Database } from '#db/client';
import { backdateDeletion, banMember, deleteMember, unbanMember, undeleteMember } from '#db/queries/account/account-status';
import type { MemberRow } from '#db/queries/account/members';
import { endBanDecisionsOf } from '#db/queries/cases/decisions';
import { unendedSubscriptionsOf } from '#db/queries/credits/renewals';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { type AccountStatusStep, accountStatusAfter, UNDELETE_MS } from '../../worker/domain/account-status.ts';
import { countText, formatUtcMinute } from '../lib/terminal-text.ts';
import { typedText } from '../lib/typed-values.ts';
import { assertWritten, changingVerb, plannedBatch } from '../lib/verb.ts';
import { EMAIL, memberByTypedEmail, statusText } from './typed-member.ts';

/** Characters of the reason of a ban, which the member reads. */
const REASON_MAX = 1000;

/** The change of the account status by a step; throws a command error if the present status does not allow it. */
function statusStepOf(member: MemberRow, step: AccountStatusStep, verb: string = step) {
  const to = accountStatusAfter(member, step);
  if (!to) throw new CommandError(`${member.email} is ${statusText(member.status)}: there is nothing to ${verb}.`);
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
      statements: { unbannedMember: unbanMember(db, step), endedDecisions: endBanDecisionsOf(db, member.id, step.now) },
      done: ({ unbannedMember }) => {
        assertWritten(unbannedMember, email);
        return { text: `${email} is ${statusText(step.to.status)} again`, json: { email, status: step.to.status } };
      },
    });
  },
});

/** Throws a command error while a provider may still charge the member: nobody could end the subscription of an erased account. */
async function assertNoSubscription(db: Database, { id, email }: MemberRow): Promise<void> {
  if ((await unendedSubscriptionsOf(db, id)).length > 0)
    throw new CommandError(`${email} has a subscription that is not ended yet. Erase without --now first, and with it some minutes later.`);
}

/** Deletes an account as its member would. With --now the next run of the scheduled handler erases it. */
export const erase = changingVerb({
  about: 'Deletes an account as its member would, without the mail. It is erased after 28 days.',
  args: { EMAIL },
  options: { now: { about: 'erase it with the next run of the scheduled handler; also for an account that is deleted already' } },
  run: async (db, { args, options }) => {
    const member = await memberByTypedEmail(db, args.EMAIL);
    const { email, id } = member;
    if (options.now) await assertNoSubscription(db, member);
    const isDeleted = member.status === 'deleted' && options.now;
    const step = isDeleted ? null : statusStepOf(member, 'delete', 'erase');
    const now = step?.now ?? Date.now();
    const erasedAt = formatUtcMinute(now + UNDELETE_MS);
    return plannedBatch(db, {
      would: options.now ? `${email} would be erased within minutes, for good.` : `${email} would be deleted, and erased ${erasedAt}.`,
      statements: {
        deletedMember: null,
        ...(step && deleteMember(db, step, null, null)),
        backdated: options.now ? backdateDeletion(db, id, now - UNDELETE_MS) : null,
      },
      done: ({ deletedMember, backdated }) => {
        assertWritten(options.now ? backdated : deletedMember, email);
        return options.now
          ? {
              text: `${email} is deleted. The next run of the scheduled handler erases it; it cannot be restored.`,
              json: { email, status: 'deleted', erased_at: null },
            }
          : {
              text: `${email} is deleted. It is erased ${erasedAt}; until then: npm run site -- member restore ${email}`,
              json: { email, status: 'deleted', erased_at: new Date(now + UNDELETE_MS).toISOString() },
            };
      },
    });
  },
});

/** Undoes a deletion, as the mailed link does. */
export const restore = changingVerb({
  about: `Undoes the deletion of an account within ${UNDELETE_MS / DAY} days.`,
  args: { EMAIL },
  options: {},
  run: async (db, { args }) => {
    const member = await memberByTypedEmail(db, args.EMAIL);
    const { email, deletedAt } = member;
    const step = statusStepOf(member, 'undelete', 'restore');
    if (deletedAt === null || step.now - deletedAt >= UNDELETE_MS)
      throw new CommandError(`${email} was deleted ${UNDELETE_MS / DAY} days ago or is to be erased now: it cannot be restored.`);
    return plannedBatch(db, {
      would: `${email} would be ${statusText(step.to.status)} again.`,
      statements: { restoredMember: undeleteMember(db, step, deletedAt) },
      done: ({ restoredMember }) => {
        assertWritten(restoredMember, email);
        return { text: `${email} is ${statusText(step.to.status)} again`, json: { email, status: step.to.status } };
      },
    });
  },
});
