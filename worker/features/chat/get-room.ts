import type { getRoom as endpoint } from '#contract/chat';
import { MINUTE } from '#contract/durations';
import type { OutputOf } from '#contract/endpoint';
import { roomNameOf, signTicket } from '#room/tokens';
import type { Context } from '../../domain/context.ts';
import { requireSession } from '../../domain/require-session.ts';
import { randomId } from '../../lib/crypto.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { socketAddressOf } from '../../rooms/room-address.ts';
import { roomSecretOf } from '../../rooms/room-secret.ts';

/**
 * A ticket for the caller's room: for one connection within 60 seconds, bound to member, session and this site's origin
 * (docs/product.md, "Admission to a room").
 */
export async function getRoom(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const secret = await roomSecretOf(ctx.env);
  const { member } = await requireSession(ctx, () => ({}));
  const room = await roomNameOf(secret, member.id);
  const expiresAt = ctx.now + MINUTE;
  const claims = {
    id: randomId(),
    room,
    member: member.id,
    session: member.sessionId,
    origin: ctx.visitor.origin,
    site: ctx.env.SITE_URL,
    expires_at: expiresAt,
  };
  const address = socketAddressOf(ctx.env, ctx.visitor.origin);
  return { room, ...address, ticket: await signTicket(secret, claims), expires_at: isoTime(expiresAt) };
}
