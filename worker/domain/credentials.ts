import { together } from '#db/client';
import { type MemberRow, memberByEmail } from '#db/queries/account/members';
import { passwordHashOf } from '#db/queries/session/passwords';
import { countAttempt, countOwnAttempt } from '#db/queries/shared/attempt-counters';
import { sha256 } from '../lib/crypto.ts';
import { passwordFits } from '../lib/password-hash.ts';
import type { Context } from './context.ts';
import { refuse, refuseFields } from './errors.ts';
import { HOUR, holdToLimit } from './rate-limit.ts';

/** What tries of an account's password from outside are counted under. */
export const loginAttempt = async (email: string): Promise<string> => `login:${await sha256(email)}`;

/** What tries of a member's own password are counted under. */
export const ownAttempt = (memberId: string): string => `password:${memberId}`;

/**
 * The account of an address and its password, whatever its state. An unknown address costs the same time and is refused like a
 * wrong password; 429 after `logins_an_hour` tries.
 */
export async function accountOf(ctx: Context, { email, password }: { email: string; password: string }): Promise<MemberRow> {
  const attempt = await loginAttempt(email);
  const [counted, found] = await together(ctx.db, [countAttempt(ctx.db, attempt, HOUR, ctx.now), memberByEmail(ctx.db, email)]);
  holdToLimit(counted[0], ctx.settings.logins_an_hour);
  const member = found[0];
  const fits = await passwordFits(password, member?.passwordHash ?? null);
  return member && fits ? member : refuse('wrong_credentials');
}

/** What has to be read with the session for `holdToPassword`; counts one try. */
export const passwordStatements = (ctx: Context, memberId: string) => {
  const claim = ctx.session.claim ?? refuse('signed_out');
  return [passwordHashOf(ctx.db, memberId), countOwnAttempt(ctx.db, claim, ownAttempt(memberId), HOUR, ctx.now)] as const;
};

interface Asked {
  readonly hashes: readonly { readonly passwordHash: string }[];
  readonly counted: readonly { readonly count: number; readonly endsAt: number }[];
}

/** Refuses unless a signed-in member has typed their own password: 422 under the field it was typed in, 429 after `password_tries_an_hour`. */
export async function holdToPassword(ctx: Context, { hashes, counted }: Asked, password: string, field: string): Promise<string> {
  holdToLimit(counted[0], ctx.settings.password_tries_an_hour);
  const hash = hashes[0]?.passwordHash ?? null;
  if (!(await passwordFits(password, hash)) || hash === null) return refuseFields({ [field]: 'wrong_password' });
  return hash;
}
