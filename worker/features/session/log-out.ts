import { batch } from '#db/client';
import { deleteSession, memberOfSession } from '#db/queries/shared/sessions';
import { writeEvents } from '../../delivery/event-outbox.ts';
import type { Context } from '../../domain/context.ts';
import { refuse } from '../../domain/errors.ts';

/**
 * Ends this session and closes its sockets (docs/product.md, "Logging out"). A banned member may log out, too, which removes the session
 * that is kept to explain the ban.
 */
export async function logOut(ctx: Context): Promise<'done'> {
  const { credential } = ctx.session;
  ctx.session.end();
  if (!credential) return refuse('signed_out');
  const {
    member: [member],
    session: [session],
  } = await batch(ctx.db, { member: memberOfSession(ctx.db, credential, ctx.now), session: deleteSession(ctx.db, credential) });
  if (!member || !session) return refuse('signed_out');
  const events = await writeEvents(ctx.db, [{ to: credential.memberId, event: { type: 'session.ended', session: session.id } }], ctx.now);
  ctx.publish({ events });
  return 'done';
}
