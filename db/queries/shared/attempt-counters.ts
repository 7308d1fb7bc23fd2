import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { attempts, sessions } from '../../schema/index.ts';
import { isActingSession, type SessionCredential } from './sessions.ts';

/** A counter of attempts in windows of `withinMs`, which begin at full minutes, hours or days in UTC. */
export interface AttemptCounter {
  /** Names what is counted and for whom. */
  readonly key: string;
  readonly withinMs: number;
  /** The attempts that are allowed in a window. */
  readonly most: number;
  /** It counts for the account of the session, and only if the session is valid, so that a forged one cannot use up its attempts. */
  readonly isOfAccount: boolean;
}

/** The count of a counter in its present window, with the end of the window (ms). */
export interface CountedAttempt {
  readonly key: string;
  readonly count: number;
  readonly endsAt: number;
}

const windowStartOf = ({ withinMs }: Pick<AttemptCounter, 'withinMs'>, now: number) => now - (now % withinMs);

/** Inserts or raises counters; `next` is the value of one that exists. */
function raiseCounters(db: Database, counters: readonly AttemptCounter[], credential: SessionCredential | null, now: number, next: SQL) {
  const rows = counters.map((counter) => {
    const start = windowStartOf(counter, now);
    return sql`(${counter.key}, ${start}, ${start + counter.withinMs}, ${counter.isOfAccount ? 1 : 0})`;
  });
  const isSessionValid = credential ? sql`exists (select 1 from ${sessions} where ${isActingSession(credential, now)})` : sql`false`;
  return db.all<CountedAttempt>(
    sql`
      insert into attempts (key, window_start, count, ends_at)
      select column1, column2, 1, column3 from (values ${sql.join(rows, sql`, `)}) where not column4 or ${isSessionValid}
      on conflict do update set count = ${next}
      returning key, count, ends_at as endsAt`,
  );
}

/** Counts one attempt for each counter and gives the counts including it. There must be at least one counter. */
export const countAttempts = (db: Database, counters: readonly AttemptCounter[], credential: SessionCredential | null, now: number) =>
  raiseCounters(db, counters, credential, now, sql`count + 1`);

/**
 * The same for a batch that must not happen above the limit: a counter that would exceed its `most` violates `NOT NULL attempts.count` and
 * undoes the batch, with all counts of it.
 */
export function countAttemptsWithin(db: Database, counters: readonly AttemptCounter[], credential: SessionCredential | null, now: number) {
  const mostOf = sql.join(
    counters.map(({ key, most }) => sql`when ${key} then ${most}`),
    sql` `,
  );
  return raiseCounters(db, counters, credential, now, sql`case when count < case attempts.key ${mostOf} end then count + 1 end`);
}

/** Takes one attempt of each counter back. */
export const takeAttemptsBack = (db: Database, counters: readonly AttemptCounter[], now: number) =>
  db
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(
      sql`(${attempts.key}, ${attempts.windowStart}) in (values ${sql.join(
        counters.map((counter) => sql`(${counter.key}, ${windowStartOf(counter, now)})`),
        sql`, `,
      )}) and ${attempts.count} > 0`,
    );

/** The attempts in the present window; no row if there are none. */
export function attemptsInWindow(db: Database, key: string, withinMs: number, now: number) {
  return db
    .select({ count: attempts.count, endsAt: attempts.endsAt })
    .from(attempts)
    .where(and(eq(attempts.key, key), eq(attempts.windowStart, windowStartOf({ withinMs }, now))));
}

/** Deletes all counters of these keys, so that their attempts count from 0 again. */
export const deleteAttempts = (db: Database, keys: readonly string[]) => db.delete(attempts).where(inArray(attempts.key, [...keys]));

/** Deletes all counters whose key is `start`, a colon and anything. */
export const deleteAttemptsStartingWith = (db: Database, start: string) =>
  db.delete(attempts).where(and(gte(attempts.key, `${start}:`), lt(attempts.key, `${start};`)));

/** Deletes counters whose window has ended. */
export const deletePastAttempts = (db: Database, now: number) => db.delete(attempts).where(lt(attempts.endsAt, now));
