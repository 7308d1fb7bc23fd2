import type { ParsedInputOf } from '#contract/endpoint';
import type { reportPresence as endpoint } from '#contract/session';
import { readPresenceNote } from '#room/tokens';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { recordPresence } from '../../domain/presence.ts';
import { roomSecretOf } from '../../rooms/room-secret.ts';

/** Stores what a member's room at PartyKit reports: since when no device of theirs is visible, or that one is again. */
export async function reportPresence(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const note = await readPresenceNote(await roomSecretOf(ctx.env), input.note, ctx.now);
  if (!note) return refuseFields({ note: 'unknown' });
  await recordPresence(ctx.db, note);
}
