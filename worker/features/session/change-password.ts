import type { ParsedInputOf } from '#contract/endpoint';
import type { changePassword as endpoint } from '#contract/session';
import { together } from '#db/client';
import { isNoted } from '#db/queries/notifications/notification-list';
import { replacePassword } from '#db/queries/session/passwords';
import { forgetAttempts } from '#db/queries/shared/attempt-counters';
import { insertEventWhen, writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import { accountNotice } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { holdToPassword, ownAttempt, passwordStatements } from '../../domain/credentials.ts';
import { refuseFields } from '../../domain/errors.ts';
import { isKnownPassword } from '../../domain/password-blocklist.ts';
import { asMember } from '../../domain/require-session.ts';
import { hashPassword } from '../../lib/password-hash.ts';

/** Sets a new password inside the account; this session goes on, all others end. */
export async function changePassword(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const [member, hashes, counted] = await asMember(ctx, (id) => passwordStatements(ctx, id));
  if (isKnownPassword(input.password)) refuseFields({ password: 'not_allowed' });
  const oldHash = await holdToPassword(ctx, { hashes, counted }, input.old, 'old');
  const change = { passwordHash: await hashPassword(input.password) };
  const notification = accountNotice(member.id, 'password_changed', now);
  const replacement = { memberId: member.id, status: member.status, oldHash, change, now, notice: notification };
  const [replaced, sessionEvents, , , , userEvents] = await together(db, [
    ...replacePassword(db, replacement, { except: member.sessionId }),
    insertEventWhen(db, eventRow(member.id, { type: 'user.changed' }, now), isNoted(notification)),
    forgetAttempts(db, ownAttempt(member.id)),
  ]);
  // The password was changed on another device meanwhile: what was typed is no longer the current one.
  if (replaced.length === 0) refuseFields({ old: 'wrong_password' });
  ctx.publish({ events: writtenEvents(sessionEvents, userEvents) });
}
