import * as v from 'valibot';
import { seal, unseal } from './sign.ts';

/** How long the Worker lets a ticket live (api.md, GET room.php). */
export const TICKET_MS = 60_000;

const claims = { id: v.string(), room: v.string(), member: v.string(), session: v.string(), origin: v.string(), expires_at: v.number() };
const Ticket = v.object({ use: v.literal('ticket'), ...claims });
export type Ticket = Omit<v.InferOutput<typeof Ticket>, 'use'>;

/** The way into a room: for one use, bound to member, session and the page's origin. `expires_at` in milliseconds. */
export const signTicket = (secret: string, ticket: Ticket): Promise<string> => seal(secret, { use: 'ticket', ...ticket });

/** The ticket's claims, or null when it is forged, too old, or for another room or origin. Its one use is the room's to check. */
export async function readTicket(secret: string, sealed: string, now: number, at: Pick<Ticket, 'room' | 'origin'>): Promise<Ticket | null> {
  const ticket = await unseal(secret, sealed, Ticket);
  return ticket && ticket.expires_at > now && ticket.room === at.room && ticket.origin === at.origin ? ticket : null;
}
