import { batch, type Rows } from '#db/client';
import { type MemberRow, memberByEmail } from '#db/queries/account/members';
import { passwordHashOf } from '#db/queries/session/passwords';
import { deleteAttempts, takeAttemptsBack } from '#db/queries/shared/attempt-counters';
import { sha256 } from '../lib/crypto.ts';
import type { Context } from './context.ts';
import { refuse, refuseFields } from './errors.ts';
import { counterKey, countersOf, countLimits, enforceLimits } from './limits.ts';
import { verifyPassword } from './password-hashing.ts';

/**
 * The start of the keys under which login attempts on an e-mail address are counted, from any network and any known device. It holds a hash
 * of the address.
 */
export const loginAttemptsOf = async (email: string): Promise<string> => counterKey('logins_an_hour', await sha256(email));

/** The key under which a signed-in member's attempts to enter their own password are counted. */
export const passwordAttemptKey = (memberId: string): string => counterKey('password_tries_an_hour', memberId);

/**
 * The account of an e-mail address and its password, whatever its status. A wrong password and an unknown address are both refused with
 * `wrong_credentials`, in the same time; with `too_many` above a limit of the call, or while too many other passwords are checked.
 */
export async function authenticate(ctx: Context, { email, password }: { email: string; password: string }): Promise<MemberRow> {
  const {
    limitCounts,
    account: [member],
  } = await batch(ctx.db, {
    limitCounts: countLimits(ctx, ctx.db),
    account: memberByEmail(ctx.db, email),
  });
  enforceLimits(ctx, limitCounts);
  const isCorrect = await verifyPassword(password, member?.passwordHash ?? null);
  return member && isCorrect ? member : refuse('wrong_credentials');
}

/**
 * Statements of a successful login: the attempts on this account from this network, or of this device, count from 0 again, and the attempt
 * does not count for the network.
 */
export const clearLoginAttempts = (ctx: Context) => ({
  deletedAttempts: deleteAttempts(
    ctx.db,
    countersOf(ctx, 'logins_an_hour').map(({ key }) => key),
  ),
  networkAttempts: takeAttemptsBack(ctx.db, countersOf(ctx, 'network_logins_an_hour'), ctx.now),
});

/** The statement whose rows `requirePassword` takes, to be run in the batch that proves the session. */
export const passwordStatements = (ctx: Context, memberId: string) => ({ storedPassword: passwordHashOf(ctx.db, memberId) });

type PasswordRows = Rows<ReturnType<typeof passwordStatements>>;

/**
 * Checks the own password of a signed-in member and returns its hash. A wrong one is refused with 422 `wrong_password` for `field`, the
 * input that holds it; with `too_many` while too many other passwords are checked. The call has to declare `password_tries_an_hour`.
 */
export async function requirePassword({ storedPassword }: PasswordRows, password: string, field: string): Promise<string> {
  const hash = storedPassword[0]?.passwordHash ?? null;
  if (!(await verifyPassword(password, hash)) || hash === null) return refuseFields({ [field]: 'wrong_password' });
  return hash;
}
