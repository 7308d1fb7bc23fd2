import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { attempts, sessions } from '../../schema/index.ts';
import { isActingSession, type SessionCredential } from './sessions.ts';

/** Counts one attempt in its window of `windowMs` and gives the count including it, with the end of the window (ms). */
export function countAttempt(db: Database, key: string, windowMs: number, now: number) {
  const windowStart = now - (now % windowMs);
  return db
    .insert(attempts)
    .values({ key, windowStart, count: 1, endsAt: windowStart + windowMs })
    .onConflictDoUpdate({ target: [attempts.key, attempts.windowStart], set: { count: sql`${attempts.count} + 1` } })
    .returning({ count: attempts.count, endsAt: attempts.endsAt });
}

/** The same for a member's own account, only if their session is valid, so that a forged one cannot use up their attempts; otherwise no row. */
export function countOwnAttempt(db: Database, credential: SessionCredential, key: string, windowMs: number, now: number) {
  const windowStart = now - (now % windowMs);
  return db.all<{ count: number; endsAt: number }>(
    sql`
      insert into attempts (key, window_start, count, ends_at)
      select ${key}, ${windowStart}, 1, ${windowStart + windowMs} from ${sessions} where ${isActingSession(credential, now)}
      on conflict do update set count = count + 1
      returning count, ends_at as endsAt`,
  );
}

/** The attempts in the present window; no row if there are none. */
export function attemptsInWindow(db: Database, key: string, windowMs: number, now: number) {
  const windowStart = now - (now % windowMs);
  return db
    .select({ count: attempts.count, endsAt: attempts.endsAt })
    .from(attempts)
    .where(and(eq(attempts.key, key), eq(attempts.windowStart, windowStart)));
}

/** Deletes all counters of a key, so that its attempts count from 0 again. */
export const deleteAttempts = (db: Database, key: string) => db.delete(attempts).where(eq(attempts.key, key));

/** Deletes counters whose window has ended. */
export const deletePastAttempts = (db: Database, now: number) => db.delete(attempts).where(lt(attempts.endsAt, now));
