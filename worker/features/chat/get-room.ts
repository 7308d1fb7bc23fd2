import type { getRoom as endpoint } from '#contract/chat';
import { MINUTE } from '#contract/durations';
import type { OutputOf } from '#contract/endpoint';
import { roomNameOf, signTicket } from '#room/tokens';
import type { Context } from '../../domain/context.ts';
import { requireSession } from '../../domain/require-session.ts';
import { randomId } from '../../lib/crypto.ts';
import { isoTime } from '../../lib/iso-time.ts';

/**
 * A ticket for the caller's room: for one connection within 60 seconds, bound to member, session and this site's origin
 * (docs/product.md, "Admission to a room").
 */
export async function getRoom(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { PARTY_SECRET, PARTY_HOST } = ctx.env;
  const { member } = await requireSession(ctx, () => ({}));
  const room = await roomNameOf(PARTY_SECRET, member.id);
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
  return { room, host: PARTY_HOST, ticket: await signTicket(PARTY_SECRET, claims), expires_at: isoTime(expiresAt) };
}
