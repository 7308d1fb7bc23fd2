import type { Database } from '#db/client';
import { recordLeave, updateLastActivity } from '#db/queries/shared/sessions';
import type { PresenceNote } from '#room/tokens';
import { ONLINE_MS } from './profile-card.ts';

/** Stores what a member's room reports, so that cards show it: since when (ms) no device of theirs is visible, or that one is again. */
export async function recordPresence(db: Database, note: Omit<PresenceNote, 'expires_at'>): Promise<void> {
  if (note.is_online) await updateLastActivity(db, note.member, Date.now());
  else await recordLeave(db, note.member, { leftAt: note.at, shownAsActiveAt: note.at - ONLINE_MS });
}
