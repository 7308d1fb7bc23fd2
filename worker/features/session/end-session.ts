import type { endSession as endpoint } from '#contract/devices';
import type { ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { endSessions } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';

/** Signs out one of the caller's devices and closes its sockets. A session of somebody else is answered like an unknown one. */
export async function endSession(ctx: Context, { id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { member } = await requireSession(ctx, () => ({}));
  const { sessionEvents, endedSessions } = await batch(ctx.db, endSessions(ctx.db, member.id, { only: id }, ctx.now));
  if (endedSessions.length === 0) refuse('not_found');
  if (id === member.sessionId) ctx.session.end();
  ctx.publish({ events: writtenEvents(sessionEvents) });
}
