import * as v from 'valibot';
import { seal, unseal } from './sign.ts';

/** How long the Worker lets a pass live; a room derives from it when the pass was made. */
export const TYPING_PASS_MS = 3600_000;

const claims = { id: v.string(), conversation: v.string(), member: v.string(), room: v.string() };
const TypingPass = v.object({ use: v.literal('typing_pass'), ...claims, is_presence_shown: v.boolean(), expires_at: v.number() });
export type TypingPass = Omit<v.InferOutput<typeof TypingPass>, 'use'>;

/** Lets a member's room speak to the other's `room` about one conversation. `expires_at` in milliseconds, an hour ahead. */
export const signTypingPass = (secret: string, pass: TypingPass): Promise<string> => seal(secret, { use: 'typing_pass', ...pass });

/** The pass's claims, or null when it is forged or too old. Whether it was revoked is the room's to check. */
export async function readTypingPass(secret: string, sealed: string, now: number): Promise<TypingPass | null> {
  const pass = await unseal(secret, sealed, TypingPass);
  return pass && pass.expires_at > now ? pass : null;
}
