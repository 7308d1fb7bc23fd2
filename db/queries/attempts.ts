import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { attempts } from '../schema/index.ts';

/** Counts one try in its window and gives the count with it. */
export function countAttempt(db: Database, key: string, windowMs: number, now: number) {
  const windowStart = now - (now % windowMs);
  return db
    .insert(attempts)
    .values({ key, windowStart, count: 1, endsAt: windowStart + windowMs })
    .onConflictDoUpdate({ target: [attempts.key, attempts.windowStart], set: { count: sql`${attempts.count} + 1` } })
    .returning({ count: attempts.count, endsAt: attempts.endsAt });
}

export const forgetAttempts = (db: Database, key: string) => db.delete(attempts).where(eq(attempts.key, key));

export const deletePastAttempts = (db: Database, now: number) => db.delete(attempts).where(lt(attempts.endsAt, now));
