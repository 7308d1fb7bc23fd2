import type { ParsedInputOf } from '#contract/endpoint';
import type { resetPassword as endpoint } from '#contract/passwords';
import { batch } from '#db/client';
import { replacePassword } from '#db/queries/session/passwords';
import { deleteAttemptsStartingWith } from '#db/queries/shared/attempt-counters';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { announceLikesOfConfirmed } from '../../delivery/held-likes.ts';
import { accountNotification } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { loginAttemptsOf } from '../../domain/credentials.ts';
import { refuseFields } from '../../domain/errors.ts';
import { isCommonPassword } from '../../domain/password-blocklist.ts';
import { hashPassword } from '../../domain/password-hashing.ts';
import { accountOfResetToken } from './reset-token.ts';

/**
 * Sets a new password by the mailed link, once, and ends all sessions. Because the link came by mail, this also confirms the address
 * (docs/product.md, "Password reset link").
 */
export async function resetPassword(ctx: Context, { token, password }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { member, statusAfter } = (await accountOfResetToken(ctx, token)) ?? refuseFields({ token: 'expired' });
  if (isCommonPassword(password)) refuseFields({ password: 'not_allowed' });
  const change = { ...statusAfter, passwordHash: await hashPassword(password) };
  const notification = accountNotification(member.id, 'password_changed', now);
  const replacement = { memberId: member.id, status: member.status, oldHash: member.passwordHash, change, now, notification };
  const { heldLikes, replacedPassword, sessionEvents } = await batch(db, {
    ...replacePassword(db, replacement, {}),
    deletedAttempts: deleteAttemptsStartingWith(db, await loginAttemptsOf(member.email)),
  });
  if (replacedPassword.length === 0) refuseFields({ token: 'expired' });
  ctx.publish({ events: writtenEvents(sessionEvents) });
  if (heldLikes.length > 0) ctx.later(() => announceLikesOfConfirmed(ctx, member.id));
}
