import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';
import { batch, type Database } from '#db/client';
import { banMember, unbanMember } from '#db/queries/account/account-status';
import { type MemberRow, memberByEmail } from '#db/queries/account/members';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { type AccountStatusStep, accountStatusAfter } from '../../worker/domain/account-status.ts';

export const MEMBER_USAGE = `npm run site -- member ban EMAIL --reason TEXT
npm run site -- member unban EMAIL`;

/** Throws a command error if no account has this address. */
async function memberByTypedEmail(db: Database, typed = ''): Promise<MemberRow> {
  const email = v.safeParse(EmailAddress, typed);
  if (!email.success) throw new CommandError(typed === '' ? MEMBER_USAGE : `${typed} is no e-mail address.`);
  const [member] = await memberByEmail(db, email.output);
  if (!member) throw new CommandError(`There is no account with the address ${email.output}.`);
  return member;
}

/** The change of the account status by a ban or unban; throws a command error if the present status does not allow it. */
function statusStepOf(member: MemberRow, step: AccountStatusStep) {
  const to = accountStatusAfter(member, step);
  if (!to) throw new CommandError(`${member.email} is ${member.status.replace('_', ' ')}: there is nothing to ${step}.`);
  return { id: member.id, from: member.status, to, now: Date.now() };
}

/** Throws a command error if the update changed no row, because the account changed after it was read. */
function assertMoved(member: MemberRow, changedRows: readonly unknown[]): void {
  if (changedRows.length === 0) throw new CommandError(`${member.email} has just changed; try again.`);
}

/** The text behind --reason; throws a command error without one. */
function reasonIn(words: readonly string[]): string {
  const reason = words[0] === '--reason' ? words.slice(1).join(' ').trim() : '';
  if (reason === '') throw new CommandError('Say why, the member reads it: --reason TEXT');
  return reason;
}

/** The verbs of `npm run site -- member`: a ban marks an account and closes its sockets, an unban restores the status before it. */
export const MEMBER_VERBS: Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>> = {
  ban: async (db, [email, ...words]) => {
    const member = await memberByTypedEmail(db, email);
    const reason = reasonIn(words);
    const { bannedMember, sessionEvents } = await batch(db, banMember(db, statusStepOf(member, 'ban'), reason));
    assertMoved(member, bannedMember);
    console.log(`${member.email} is banned: ${reason} (${sessionEvents.length} ${sessionEvents.length === 1 ? 'session' : 'sessions'})`);
  },
  unban: async (db, [email]) => {
    const member = await memberByTypedEmail(db, email);
    const step = statusStepOf(member, 'unban');
    assertMoved(member, await unbanMember(db, step));
    console.log(`${member.email} is ${step.to.status.replace('_', ' ')} again`);
  },
};
