import type { ParsedInputOf } from '#contract/endpoint';
import type { changePassword as endpoint } from '#contract/passwords';
import { batch } from '#db/client';
import { isNotificationWritten } from '#db/queries/notifications/notification-list';
import { replacePassword } from '#db/queries/session/passwords';
import { deleteAttempts } from '#db/queries/shared/attempt-counters';
import { insertEventWhen, writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import { accountNotification } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { passwordAttemptKey, passwordStatements, requirePassword } from '../../domain/credentials.ts';
import { refuseFields } from '../../domain/errors.ts';
import { isCommonPassword } from '../../domain/password-blocklist.ts';
import { hashPassword } from '../../domain/password-hashing.ts';
import { requireSession } from '../../domain/require-session.ts';

/** Sets a new password inside the account; this session goes on, all others end. */
export async function changePassword(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { member, ...rows } = await requireSession(ctx, (id) => passwordStatements(ctx, id));
  if (isCommonPassword(input.password)) refuseFields({ password: 'not_allowed' });
  const oldHash = await requirePassword(rows, input.old, 'old');
  const change = { passwordHash: await hashPassword(input.password) };
  const notification = accountNotification(member.id, 'password_changed', now);
  const replacement = { memberId: member.id, status: member.status, oldHash, change, now, notification };
  const { replacedPassword, sessionEvents, userEvent } = await batch(db, {
    ...replacePassword(db, replacement, { except: member.sessionId }),
    userEvent: insertEventWhen(db, eventOutboxRow(member.id, { type: 'user.changed' }, now), isNotificationWritten(notification)),
    deletedAttempts: deleteAttempts(db, [passwordAttemptKey(member.id)]),
  });
  // The password was changed on another device meanwhile: what was typed is no longer the current one.
  if (replacedPassword.length === 0) refuseFields({ old: 'wrong_password' });
  ctx.publish({ events: writtenEvents(sessionEvents, userEvent) });
}
