import type { ParsedInputOf } from '#contract/endpoint';
import type { endSession as endpoint } from '#contract/session';
import { together } from '#db/client';
import { writtenEvents } from '#db/queries/shared/event-outbox';
import { endSessions } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';
import { asMember } from '../../domain/require-session.ts';

/** Signs one of the member's devices out and closes its sockets; anyone else's session answers as one that does not exist. */
export async function endSession(ctx: Context, { id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const [member] = await asMember(ctx, () => []);
  const [told, ended] = await together(ctx.db, endSessions(ctx.db, member.id, { only: id }, ctx.now));
  if (ended.length === 0) refuse('not_found');
  if (id === member.sessionId) ctx.session.end();
  ctx.publish({ events: writtenEvents(told) });
}
