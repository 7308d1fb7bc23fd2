import * as v from 'valibot';
import { seal, sign, unseal } from '#contract/signed-token';

/** How long a ticket is valid, in milliseconds (docs/product.md, "Admission to a room"). */
export const TICKET_MS = 60_000;
/** How long the Worker lets a typing pass live; a room derives from it when the pass was made. */
export const PASS_MS = 3600_000;

const claims = { id: v.string(), member: v.string(), room: v.string(), expires_at: v.number() };
/** How long a note on presence is taken: a late one tells what has changed since. */
export const NOTE_MS = 60_000;

const Ticket = v.object({ use: v.literal('ticket'), ...claims, session: v.string(), origin: v.string(), site: v.optional(v.string()) });
const TypingPass = v.object({ use: v.literal('typing_pass'), ...claims, conversation: v.string(), is_presence_shown: v.boolean() });
const PresenceNote = v.object({
  use: v.literal('presence'),
  ...{ member: v.string(), is_online: v.boolean(), at: v.number(), expires_at: v.number() },
});
export type Ticket = Omit<v.InferOutput<typeof Ticket>, 'use'>;
export type TypingPass = Omit<v.InferOutput<typeof TypingPass>, 'use'>;
export type PresenceNote = Omit<v.InferOutput<typeof PresenceNote>, 'use'>;

/** The name of a member's room: 22 characters that nobody can guess from the member's id. */
export const roomOf = async (secret: string, memberId: string): Promise<string> => (await sign(secret, `room of ${memberId}`)).slice(0, 22);

/** The way into a room: for one use, bound to member, session and the page's origin; `site` is where the room reaches the Worker. `expires_at` in milliseconds. */
export const signTicket = (secret: string, ticket: Ticket): Promise<string> => seal(secret, { use: 'ticket', ...ticket });

/** Lets a member's room speak to the other's `room` about one conversation. `expires_at` in milliseconds, an hour ahead. */
export const signTypingPass = (secret: string, pass: TypingPass): Promise<string> => seal(secret, { use: 'typing_pass', ...pass });

/** What a room tells the Worker of its member: gone since `at`, or here again. All times in milliseconds. */
export const signPresenceNote = (secret: string, note: PresenceNote): Promise<string> => seal(secret, { use: 'presence', ...note });

const inTime = <T extends { expires_at: number }>(read: T | null, now: number): T | null => (read && read.expires_at > now ? read : null);

/** The ticket's claims, or null when it is forged, too old, or for another room or origin. Its one use is the room's to check. */
export async function readTicket(secret: string, sealed: string, now: number, at: Pick<Ticket, 'room' | 'origin'>): Promise<Ticket | null> {
  return inTime(await unseal(secret, sealed, v.object({ ...Ticket.entries, room: v.literal(at.room), origin: v.literal(at.origin) })), now);
}

/** The pass's claims, or null when it is forged or too old. Whether it was revoked is the room's to check. */
export async function readTypingPass(secret: string, sealed: string, now: number): Promise<TypingPass | null> {
  return inTime(await unseal(secret, sealed, TypingPass), now);
}

/** The note, or null when it is forged or too old. */
export async function readPresenceNote(secret: string, sealed: string, now: number): Promise<PresenceNote | null> {
  return inTime(await unseal(secret, sealed, PresenceNote), now);
}
