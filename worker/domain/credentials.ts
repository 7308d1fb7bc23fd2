import { HOUR } from '#contract/durations';
import { batch, type Rows } from '#db/client';
import { type MemberRow, memberByEmail } from '#db/queries/account/members';
import { passwordHashOf } from '#db/queries/session/passwords';
import { countAttempt, countOwnAttempt } from '#db/queries/shared/attempt-counters';
import { sha256 } from '../lib/crypto.ts';
import { verifyPassword } from '../lib/password-hash.ts';
import { enforceLimit } from './attempt-limit.ts';
import type { Context } from './context.ts';
import { refuse, refuseFields } from './errors.ts';

/** The key under which login attempts on an e-mail address are counted. It holds a hash instead of the address. */
export const loginAttemptKey = async (email: string): Promise<string> => `login:${await sha256(email)}`;

/** The key under which a signed-in member's attempts to enter their own password are counted. */
export const passwordAttemptKey = (memberId: string): string => `password:${memberId}`;

/**
 * The account of an e-mail address and its password, whatever its status. A wrong password and an unknown address are both refused with
 * `wrong_credentials`, in the same time; with `too_many` above the setting `logins_an_hour`.
 */
export async function authenticate(ctx: Context, { email, password }: { email: string; password: string }): Promise<MemberRow> {
  const attempt = await loginAttemptKey(email);
  const {
    attempts,
    account: [member],
  } = await batch(ctx.db, {
    attempts: countAttempt(ctx.db, attempt, HOUR, ctx.now),
    account: memberByEmail(ctx.db, email),
  });
  enforceLimit(attempts[0], ctx.settings.logins_an_hour);
  const isCorrect = await verifyPassword(password, member?.passwordHash ?? null);
  return member && isCorrect ? member : refuse('wrong_credentials');
}

/**
 * The statements whose rows `requirePassword` takes, to be run in the batch that proves the session. `passwordAttempts` counts one
 * attempt.
 */
export const passwordStatements = (ctx: Context, memberId: string) => {
  const credential = ctx.session.credential ?? refuse('signed_out');
  return {
    storedPassword: passwordHashOf(ctx.db, memberId),
    passwordAttempts: countOwnAttempt(ctx.db, credential, passwordAttemptKey(memberId), HOUR, ctx.now),
  };
};

type PasswordRows = Rows<ReturnType<typeof passwordStatements>>;

/**
 * Checks the own password of a signed-in member and returns its hash. A wrong one is refused with 422 `wrong_password` for `field`, the
 * input that holds it; with `too_many` above the setting `password_tries_an_hour`.
 */
export async function requirePassword(
  ctx: Context,
  { storedPassword, passwordAttempts }: PasswordRows,
  password: string,
  field: string,
): Promise<string> {
  enforceLimit(passwordAttempts[0], ctx.settings.password_tries_an_hour);
  const hash = storedPassword[0]?.passwordHash ?? null;
  if (!(await verifyPassword(password, hash)) || hash === null) return refuseFields({ [field]: 'wrong_password' });
  return hash;
}
