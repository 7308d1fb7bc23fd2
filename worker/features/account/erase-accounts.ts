import { batch, type Database } from '#db/client';
import { membersDeletedUntil } from '#db/queries/account/account-status';
import { eraseMember } from '#db/queries/account/erasure';
import type { Env } from '../../config/env.ts';
import { UNDELETE_MS } from '../../domain/account-status.ts';
import { logLine } from '../../lib/log.ts';
import { postToRoom } from '../../rooms/post-to-room.ts';

const ACCOUNTS_PER_RUN = 10;

/**
 * Erases accounts that can no longer be restored, 10 in each run (docs/product.md, "Erasure of an account"). The events stored in the
 * member's room are deleted first. If the room cannot be reached, the account waits for the next run, so that nothing is left behind.
 */
export async function eraseAccounts(env: Env, db: Database, now: number): Promise<void> {
  for (const { id } of await membersDeletedUntil(db, now - UNDELETE_MS, ACCOUNTS_PER_RUN)) {
    try {
      await postToRoom(env, id, { kind: 'purge' });
      await batch(db, eraseMember(db, id, now));
    } catch (error) {
      logLine('warn', { at: 'erase', name: error instanceof Error ? error.name : 'unknown' });
    }
  }
}
