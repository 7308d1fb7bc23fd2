import type { ParsedInputOf } from '#contract/endpoint';
import type { resetPassword as endpoint } from '#contract/session';
import { together } from '#db/client';
import { type MemberRow, memberById } from '#db/queries/account';
import { forgetAttempts } from '#db/queries/attempts';
import { writtenEvents } from '#db/queries/outbox';
import { replacePassword } from '#db/queries/passwords';
import { accountNotice } from '../../domain/account-notice.ts';
import type { Context } from '../../domain/context.ts';
import { loginAttempt } from '../../domain/credentials.ts';
import { refuseFields } from '../../domain/errors.ts';
import { isKnownPassword } from '../../domain/known-passwords.ts';
import { lifeAfter } from '../../domain/life.ts';
import { resetProof } from '../../domain/reset-proof.ts';
import { readToken } from '../../domain/tokens.ts';
import { hashPassword } from '../../platform/passwords.ts';

/**
 * Sets a new password by the mailed link, once, and ends all sessions. The link came by mail, so it confirms the address, too:
 * whoever follows it need not look for a second mail.
 */
export async function resetPassword(ctx: Context, { token, password }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const member = await memberOfToken(ctx, token);
  const life = member && lifeAfter(member, 'confirm');
  if (!member || !life) return refuseFields({ token: 'expired' });
  if (isKnownPassword(password)) refuseFields({ password: 'not_allowed' });
  const change = { ...life, passwordHash: await hashPassword(password) };
  const notice = accountNotice(member.id, 'password_changed', now);
  const replacement = { memberId: member.id, status: member.status, oldHash: member.passwordHash, change, now, notice };
  const [replaced, told] = await together(db, [
    ...replacePassword(db, replacement, {}),
    forgetAttempts(db, await loginAttempt(member.email)),
  ]);
  if (replaced.length === 0) refuseFields({ token: 'expired' });
  ctx.publish({ events: writtenEvents(told) });
}

async function memberOfToken(ctx: Context, token: string): Promise<MemberRow | null> {
  const claims = await readToken(ctx.env.SIGNING_KEY, 'reset', token, ctx.now);
  if (!claims) return null;
  const [member] = await memberById(ctx.db, claims.member);
  return member && (await resetProof(member)) === claims.proof ? member : null;
}
