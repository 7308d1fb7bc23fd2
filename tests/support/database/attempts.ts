import { LIMITS, type LimitName } from '#contract/limits';
import type { Database } from '#db/client';
import { attempts } from '#db/schema/index';
import { counterKey } from '../../../worker/domain/limits.ts';

/** Stores `count` attempts of a subject, as the key of its counter names it, in the present window of a limit and in the next one. */
export async function storeAttempts(db: Database, name: LimitName, subject: readonly string[], count: number): Promise<void> {
  const { withinMs } = LIMITS[name];
  const now = Date.now();
  const start = now - (now % withinMs);
  const key = counterKey(name, ...subject);
  await db
    .insert(attempts)
    .values([start, start + withinMs].map((windowStart) => ({ key, windowStart, count, endsAt: windowStart + withinMs })))
    .onConflictDoUpdate({ target: [attempts.key, attempts.windowStart], set: { count } });
}
