import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { logIn as endpoint } from '#contract/session';
import { together } from '#db/client';
import { noteDevice } from '#db/queries/session/known-devices';
import { forgetAttempts } from '#db/queries/shared/attempt-counters';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { eventRow } from '../../delivery/event-outbox.ts';
import { accountNotice, accountPush } from '../../domain/account-notifications.ts';
import type { Context } from '../../domain/context.ts';
import { openSession } from '../../domain/create-session.ts';
import { accountOf, loginAttempt } from '../../domain/credentials.ts';
import { deviceKind } from '../../domain/device-kind.ts';
import { refuse } from '../../domain/errors.ts';
import { userOf, userStatements } from '../../domain/user.ts';

/**
 * Opens a session and notifies the account if the device is new. An unknown address takes the same time and gets the same answer as a wrong
 * password (docs/product.md, "Logging in").
 */
export async function logIn(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const member = await accountOf(ctx, input);
  if (member.status === 'deleted') refuse('deleted');
  if (member.status === 'banned') refuse('banned', member.banReason ? { reason: member.banReason } : {});

  const session = await openSession(ctx, member);
  const { device } = ctx.visitor;
  const [opened, , eventRows, , , , ...rows] = await together(ctx.db, [
    session.statement,
    ...noteDevice(ctx.db, {
      sessionId: session.id,
      device,
      kind: deviceKind(device),
      notice: accountNotice(member.id, 'new_device', ctx.now),
      event: eventRow(member.id, { type: 'user.changed' }, ctx.now),
      push: accountPush(member.id, ctx.now),
    }),
    forgetAttempts(ctx.db, await loginAttempt(member.email)),
    ...userStatements(member.id, ctx.db),
  ]);
  if (opened.length === 0) refuse('wrong_credentials');
  session.keep();
  ctx.publish({ events: writtenEvents(eventRows) });
  return { user: userOf(member, rows, ctx.now) };
}
