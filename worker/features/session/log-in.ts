import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { logIn as endpoint } from '#contract/session';
import { batch } from '#db/client';
import { recordLoginDevice } from '#db/queries/session/known-devices';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventOutboxRow } from '../../delivery/event-outbox.ts';
import { accountNotification, accountPush } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { deviceKind, prepareSession } from '../../domain/create-session.ts';
import { authenticate, clearLoginAttempts } from '../../domain/credentials.ts';
import { refuse } from '../../domain/errors.ts';
import { countryOfNotice, loginPlaceOf } from '../../domain/login-place.ts';
import { userOf, userStatements } from '../../domain/user.ts';

/**
 * Opens a session and notifies the account if the device or its place is new. An unknown address takes the same time and gets the same answer as a wrong
 * password (docs/product.md, "Logging in").
 */
export async function logIn(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const member = await authenticate(ctx, input);
  if (member.status === 'deleted') refuse('deleted');
  if (member.status === 'banned') refuse('banned', member.banReason ? { reason: member.banReason } : {});

  const session = await prepareSession(ctx, member);
  const { device } = ctx.visitor;
  const place = await loginPlaceOf(ctx);
  const { openedSession, userEvent, ...rows } = await batch(ctx.db, {
    openedSession: session.statement,
    ...recordLoginDevice(ctx.db, {
      sessionId: session.id,
      device,
      kind: deviceKind(device),
      place,
      notification: { ...accountNotification(member.id, 'new_device', ctx.now), country: countryOfNotice(place) },
      event: eventOutboxRow(member.id, { type: 'user.changed' }, ctx.now),
      push: accountPush(member.id, ctx.now),
    }),
    ...clearLoginAttempts(ctx),
    ...userStatements(member.id, ctx.db),
  });
  if (openedSession.length === 0) refuse('wrong_credentials');
  session.keep();
  ctx.publish({ events: writtenEvents(userEvent) });
  return { user: userOf(member, rows, ctx.now) };
}
