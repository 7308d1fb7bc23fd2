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
 * Sets a new password by the mailed link, once, and ends all sessions. The link came by mail, so it confirms the address, too:
 * whoever follows it need not look for a second mail.
 */
export async function resetPassword(ctx: Context, { token, password }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { member, life } = (await holderOfReset(ctx, token)) ?? refuseFields({ token: 'expired' });
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
