import * as v from 'valibot';
import { HOUR } from '#contract/durations';
import { sign, signClaims, verifyClaims } from '#contract/signed-token';

/** How long a ticket is valid, in milliseconds (docs/product.md, "Admission to a room"). */
export const TICKET_MS = 60_000;
/**
 * How long a typing pass is valid, in milliseconds. A room revokes all passes issued until now by the time at which the last one expires.
 */
export const TYPING_PASS_MS = HOUR;

const claims = { id: v.string(), member: v.string(), room: v.string(), expires_at: v.number() };
/** How long a presence note is valid, in milliseconds. A later one would be outdated. */
export const PRESENCE_NOTE_MS = 60_000;

const Ticket = v.object({ use: v.literal('ticket'), ...claims, session: v.string(), origin: v.string(), site: v.optional(v.string()) });
const TypingPass = v.object({ use: v.literal('typing_pass'), ...claims, conversation: v.string(), is_presence_shown: v.boolean() });
const PresenceNote = v.object({
  use: v.literal('presence'),
  member: v.string(),
  is_online: v.boolean(),
  at: v.number(),
  expires_at: v.number(),
});
export type Ticket = Omit<v.InferOutput<typeof Ticket>, 'use'>;
export type TypingPass = Omit<v.InferOutput<typeof TypingPass>, 'use'>;
export type PresenceNote = Omit<v.InferOutput<typeof PresenceNote>, 'use'>;

/** The name of a member's room: 22 characters that cannot be derived from the member's id without the secret. */
export const roomNameOf = async (secret: string, memberId: string): Promise<string> =>
  (await sign(secret, `room of ${memberId}`)).slice(0, 22);

/**
 * Signs the ticket that admits one socket to a room, once. It is bound to a member, a session and the page's origin. `site` is the address
 * at which the room reaches the Worker, `expires_at` in milliseconds.
 */
export const signTicket = (secret: string, ticket: Ticket): Promise<string> => signClaims(secret, { use: 'ticket', ...ticket });

/**
 * Signs the pass with which a member's room may send typing signals to, and watch the presence in, the other's `room` for one conversation.
 * `expires_at` in milliseconds, TYPING_PASS_MS ahead.
 */
export const signTypingPass = (secret: string, pass: TypingPass): Promise<string> => signClaims(secret, { use: 'typing_pass', ...pass });

/** Signs a room's report to the Worker that its member is offline since `at`, or online again. Times in milliseconds. */
export const signPresenceNote = (secret: string, note: PresenceNote): Promise<string> => signClaims(secret, { use: 'presence', ...note });

const unlessExpired = <T extends { expires_at: number }>(token: T | null, now: number): T | null =>
  token && token.expires_at > now ? token : null;

/**
 * The claims of a ticket. Returns null if it is forged, expired, or for another room or origin. That it is used only once is checked by the
 * room.
 */
export async function readTicket(secret: string, signed: string, now: number, at: Pick<Ticket, 'room' | 'origin'>): Promise<Ticket | null> {
  return unlessExpired(
    await verifyClaims(secret, signed, v.object({ ...Ticket.entries, room: v.literal(at.room), origin: v.literal(at.origin) })),
    now,
  );
}

/** The claims of a typing pass. Returns null if it is forged or expired. Whether it was revoked is checked by the room. */
export async function readTypingPass(secret: string, signed: string, now: number): Promise<TypingPass | null> {
  return unlessExpired(await verifyClaims(secret, signed, TypingPass), now);
}

/** The claims of a presence note. Returns null if it is forged or expired. */
export async function readPresenceNote(secret: string, signed: string, now: number): Promise<PresenceNote | null> {
  return unlessExpired(await verifyClaims(secret, signed, PresenceNote), now);
}
