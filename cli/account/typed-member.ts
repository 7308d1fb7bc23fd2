import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';
import type { Database } from '#db/client';
import { type MemberRow, memberByEmail, memberById } from '#db/queries/account/members';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { UsageError } from '../lib/verb.ts';

/** The argument that names a member. */
export const EMAIL = { about: 'the e-mail address of an account' } as const;

/** The status of an account as it is printed. */
export const statusText = (status: MemberRow['status']) => status.replace('_', ' ');

/** The member with this address. Throws a usage error if it is no address, and a command error if no account has it. */
export async function memberByTypedEmail(db: Database, typed: string): Promise<MemberRow> {
  const email = v.safeParse(EmailAddress, typed);
  if (!email.success) throw new UsageError(`${typed.slice(0, 100)} is no e-mail address.`);
  const [member] = await memberByEmail(db, email.output);
  if (!member) throw new CommandError(`There is no account with the address ${email.output}.`);
  return member;
}

/** The member with this address or id. Throws as `memberByTypedEmail`. */
export async function memberByTypedEmailOrId(db: Database, typed: string): Promise<MemberRow> {
  if (typed.includes('@')) return memberByTypedEmail(db, typed);
  const [member] = typed === '' ? [] : await memberById(db, typed);
  if (!member) throw new CommandError(`There is no account with the id ${typed.slice(0, 100)}.`);
  return member;
}
