import type { ParsedInputOf } from '#contract/endpoint';
import type { reportPresence as endpoint } from '#contract/session';
import { recordLeave, updateLastActivity } from '#db/queries/shared/sessions';
import { readPresenceNote } from '#room/tokens';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { ONLINE_MS } from '../../domain/profile-card.ts';

/** Stores what a member's room reports, so that cards show it: since when no device of theirs is visible, or that one is again. */
export async function reportPresence(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const note = await readPresenceNote(ctx.env.PARTY_SECRET, input.note, ctx.now);
  if (!note) return refuseFields({ note: 'unknown' });
  if (note.is_online) await updateLastActivity(ctx.db, note.member, ctx.now);
  else await recordLeave(ctx.db, note.member, { leftAt: note.at, shownAsActiveAt: note.at - ONLINE_MS });
}
