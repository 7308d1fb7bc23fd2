import { batch, type Database } from '#db/client';
import { type DeletedAccount, membersDeletedUntil } from '#db/queries/account/account-status';
import { eraseMember } from '#db/queries/account/erasure';
import type { Env } from '../../config/env.ts';
import { UNDELETE_MS } from '../../domain/account-status.ts';
import { logLine } from '../../lib/log.ts';
import { inRounds } from '../../lib/rounds.ts';
import { postToRoom } from '../../rooms/post-to-room.ts';

/** Accounts of one run. */
const BOUNDS = { size: 5, rows: 300, perSecond: 10 };
/** After this many rooms in a row that do not take the purge, a run stops: the rooms count as unreachable. */
const MAX_ROOM_FAILURES = 5;

const logFailure = (error: unknown) => logLine('warn', { at: 'erase', name: error instanceof Error ? error.name : 'unknown' });

/** Deletes the events that a member's room has stored; whether the room has done it. */
async function purgeRoom(env: Env, id: string): Promise<boolean> {
  try {
    await postToRoom(env, id, { kind: 'purge' });
    return true;
  } catch (error) {
    logFailure(error);
    return false;
  }
}

/**
 * Erases accounts that can no longer be restored, up to 300 in each run (docs/product.md, "Erasure of an account"). The events stored in the
 * member's room are deleted first. If the room cannot be reached, the account waits for the next run, so that nothing is left behind; it does
 * not stop those behind it.
 */
export async function eraseAccounts(env: Env, db: Database, now: number): Promise<void> {
  let last: DeletedAccount | null = null;
  let roomFailures = 0;
  await inRounds(BOUNDS, async (limit) => {
    const accounts: DeletedAccount[] = await membersDeletedUntil(db, now - UNDELETE_MS, limit, last);
    for (const { id } of accounts) {
      roomFailures = (await purgeRoom(env, id)) ? 0 : roomFailures + 1;
      if (roomFailures >= MAX_ROOM_FAILURES) return 0;
      if (roomFailures === 0) await batch(db, eraseMember(db, id, now)).catch(logFailure);
    }
    last = accounts.at(-1) ?? last;
    return accounts.length;
  });
}
