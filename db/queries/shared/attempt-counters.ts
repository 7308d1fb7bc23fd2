import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { attempts, sessions } from '../../schema/index.ts';
import { isAmongFirst } from './first-rows.ts';
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

/**
 * Counts one attempt for each counter and gives the counts including it. There must be at least one counter. Those of an account count only
 * if the session of the credential is valid.
 */
export function countAttempts(db: Database, counters: readonly AttemptCounter[], credential: SessionCredential | null, now: number) {
  const rows = counters.map((counter) => {
    const start = windowStartOf(counter, now);
    return sql`(${counter.key}, ${start}, ${start + counter.withinMs}, ${counter.isOfAccount ? 1 : 0})`;
  });
  const isSessionValid = credential ? sql`exists (select 1 from ${sessions} where ${isActingSession(credential, now)})` : sql`false`;
  return db.all<CountedAttempt>(
    sql`
      insert into attempts (key, window_start, count, ends_at)
      select column1, column2, 1, column3 from (values ${sql.join(rows, sql`, `)}) where not column4 or ${isSessionValid}
      on conflict do update set count = count + 1
      returning key, count, ends_at as endsAt`,
  );
}

/** A counter in its present window, from `start` to `end` (ms). */
interface CounterWindow extends Pick<AttemptCounter, 'key' | 'most'> {
  readonly start: number;
  readonly end: number;
}

const countWithin = (db: Database, ...windows: CounterWindow[]) => {
  const rows = windows.map(({ key, start, end }) => sql`(${key}, ${start}, 1, ${end})`);
  const mostOf = windows.map(({ key, most }) => sql`when ${key} then ${most}`);
  return db.run(
    sql`
      insert into attempts (key, window_start, count, ends_at) values ${sql.join(rows, sql`, `)}
      on conflict do update set count = case when count < case attempts.key ${sql.join(mostOf, sql` `)} end then count + 1 end`,
  );
};

/** The prepared statements by their number of counters. */
const preparedByNumber = new Map<number, typeof countWithin>();

/**
 * Counts one attempt for each counter in a batch that must not happen above the limit: a counter that would exceed its `most` violates `NOT
 * NULL attempts.count` and undoes the batch, with all counts of it. The batch itself has to prove the session of a call that is counted by
 * account. There must be at least one counter.
 */
export function countAttemptsWithin(db: Database, counters: readonly AttemptCounter[], now: number) {
  const count = preparedByNumber.get(counters.length) ?? prepared(countWithin);
  preparedByNumber.set(counters.length, count);
  const windowOf = ({ key, most, withinMs }: AttemptCounter): CounterWindow => {
    const start = windowStartOf({ withinMs }, now);
    return { key, most, start, end: start + withinMs };
  };
  return count(db, ...counters.map(windowOf));
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
export const deletePastAttempts = (db: Database, now: number) =>
  db.delete(attempts).where(isAmongFirst(attempts, lt(attempts.endsAt, now)));
