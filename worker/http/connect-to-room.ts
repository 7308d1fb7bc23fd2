import type { Context as HonoContext } from 'hono';
import { ticketOf } from '#room/hosted-room';
import { refuse } from '../domain/errors.ts';
import { roomSecretOf } from '../rooms/room-secret.ts';
import type { HonoEnv } from './request-context.ts';

/**
 * Passes the socket of a page to its member's room in the Worker, if the address holds a ticket for it (docs/product.md, "Admission to a
 * room"). The room uses the ticket up. Posts are no part of this address: only calls of the Worker itself reach a room.
 */
export async function connectToRoom(c: HonoContext<HonoEnv, '/parties/:party/:room'>): Promise<Response> {
  const { env } = c.var;
  if (env.ROOMS !== 'worker' || c.req.header('Upgrade')?.toLowerCase() !== 'websocket') refuse('not_found');
  const ticket = await ticketOf(c.req.raw, await roomSecretOf(env));
  if (!ticket) return new Response('no valid ticket', { status: 401 });
  return env.MEMBER_ROOM.getByName(ticket.room).fetch(c.req.raw);
}
