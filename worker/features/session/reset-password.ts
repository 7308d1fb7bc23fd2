import type { ParsedInputOf } from '#contract/endpoint';
import type { resetPassword as endpoint } from '#contract/session';
import { together } from '#db/client';
import { replacePassword } from '#db/queries/session/passwords';
import { forgetAttempts } from '#db/queries/shared/attempt-counters';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { accountNotice } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { loginAttempt } from '../../domain/credentials.ts';
import { refuseFields } from '../../domain/errors.ts';
import { isKnownPassword } from '../../domain/password-blocklist.ts';
import { hashPassword } from '../../lib/password-hash.ts';
import { holderOfReset } from './reset-token.ts';

/**
 * Sets a new password by the mailed link, once, and ends all sessions. Because the link came by mail, this also confirms the address
 * (docs/product.md, "Password reset link").
 */
export async function resetPassword(ctx: Context, { token, password }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { member, life: statusAfter } = (await holderOfReset(ctx, token)) ?? refuseFields({ token: 'expired' });
  if (isKnownPassword(password)) refuseFields({ password: 'not_allowed' });
  const change = { ...statusAfter, passwordHash: await hashPassword(password) };
  const notification = accountNotice(member.id, 'password_changed', now);
  const replacement = { memberId: member.id, status: member.status, oldHash: member.passwordHash, change, now, notice: notification };
  const [replaced, sessionEvents] = await together(db, [
    ...replacePassword(db, replacement, {}),
    forgetAttempts(db, await loginAttempt(member.email)),
  ]);
  if (replaced.length === 0) refuseFields({ token: 'expired' });
  ctx.publish({ events: writtenEvents(sessionEvents) });
}
