import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';
import { type Database, together } from '#db/client';
import { banMember, unbanMember } from '#db/queries/account/account-status';
import { type MemberRow, memberByEmail } from '#db/queries/account/members';
import { Refusal } from '../../scripts/lib/command/command-error.ts';
import { type LifeStep, lifeAfter } from '../../worker/domain/account-status.ts';

export const MEMBER_USAGE = `npm run site -- member ban EMAIL --reason TEXT
npm run site -- member unban EMAIL`;

async function memberAt(db: Database, typed = ''): Promise<MemberRow> {
  const email = v.safeParse(EmailAddress, typed);
  if (!email.success) throw new Refusal(typed === '' ? MEMBER_USAGE : `${typed} is no e-mail address.`);
  const [member] = await memberByEmail(db, email.output);
  if (!member) throw new Refusal(`There is no account with the address ${email.output}.`);
  return member;
}

/** The step of an account's life, or one line that says why it cannot be taken. */
function stepOf(member: MemberRow, step: LifeStep) {
  const to = lifeAfter(member, step);
  if (!to) throw new Refusal(`${member.email} is ${member.status.replace('_', ' ')}: there is nothing to ${step}.`);
  return { id: member.id, from: member.status, to, now: Date.now() };
}

function holdToDone(member: MemberRow, moved: readonly unknown[]): void {
  if (moved.length === 0) throw new Refusal(`${member.email} has just changed; try again.`);
}

function reasonIn(words: readonly string[]): string {
  const reason = words[0] === '--reason' ? words.slice(1).join(' ').trim() : '';
  if (reason === '') throw new Refusal('Say why, the member reads it: --reason TEXT');
  return reason;
}

/** The verbs of `npm run site -- member`: a ban marks an account and closes its sockets, an unban brings back what it was. */
export const MEMBER_VERBS: Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>> = {
  ban: async (db, [email, ...words]) => {
    const member = await memberAt(db, email);
    const reason = reasonIn(words);
    const [moved, told] = await together(db, banMember(db, stepOf(member, 'ban'), reason));
    holdToDone(member, moved);
    console.log(`${member.email} is banned: ${reason} (${told.length} ${told.length === 1 ? 'session' : 'sessions'})`);
  },
  unban: async (db, [email]) => {
    const member = await memberAt(db, email);
    const step = stepOf(member, 'unban');
    holdToDone(member, await unbanMember(db, step));
    console.log(`${member.email} is ${step.to.status.replace('_', ' ')} again`);
  },
};
