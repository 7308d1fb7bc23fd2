import { type Client, type InArgs, type InStatement, LibsqlError } from '@libsql/client/web';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle } from 'drizzle-orm/libsql/web';
import { type DatabaseAddress, openHranaClient, type RunSteps, runSteps } from './hrana-client.ts';

/** Time limit of one round trip in ms: more than the 5 s after which sqld takes the write lock away from a client that does not release it. */
export const REQUEST_TIMEOUT_MS = 8_000;
/** Pause before the next try while the database is locked, in ms; it doubles with every try up to the maximum. */
const FIRST_RETRY_MS = 40;
const MAX_RETRY_MS = 400;

const isLocked = (error: unknown): boolean => error instanceof LibsqlError && error.code === 'SQLITE_BUSY';

/**
 * Repeats a write that sqld refuses because the database is locked, for at most `tripMs`. That happens with many writers at once and during a
 * checkpoint, which takes seconds on a busy machine. A refused write has changed nothing.
 */
async function retryWhileLocked<T>(run: () => Promise<T>, tripMs: number): Promise<T> {
  const deadline = Date.now() + tripMs;
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
    try {
      return await run();
    } catch (error) {
      if (!isLocked(error) || Date.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}

/** Makes `execute` and `batch` of a client wait for a locked database. A batch that was refused as locked was rolled back as a whole. */
function withLockRetries(client: Client, tripMs: number): Client {
  const executeOnce: Client['execute'] = client.execute.bind(client);
  const batchOnce: Client['batch'] = client.batch.bind(client);
  client.execute = (statement: InStatement | string, args?: InArgs) =>
    retryWhileLocked(() => (typeof statement === 'string' ? executeOnce(statement, args) : executeOnce(statement)), tripMs);
  client.batch = (statements, mode) => retryWhileLocked(() => batchOnce(statements, mode), tripMs);
  return client;
}

/** The highest replication index that the answers of a database have told; null before the first one, and if its server tells none. */
export interface Told {
  index: number | null;
}

/** Notes what an answer has told. Answers of requests at the same time may come in any order. */
export function noteTold(told: Told, index: number | null): void {
  if (index !== null) told.index = Math.max(told.index ?? 0, index);
}

/** A database whose requests go out by `run`, which notes in `told` what the answers tell. */
export const databaseOver = (address: DatabaseAddress, told: Told, run: RunSteps) =>
  Object.assign(drizzle({ client: withLockRetries(openHranaClient(address, run), address.tripMs), casing: 'snake_case' }), { told });

export type Database = ReturnType<typeof databaseOver>;

/**
 * Opens the database over http(s). A round trip that takes longer than `tripMs` fails. Opening is cheap and is done once for each request
 * (docs/decisions/0005-keep-sql-in-one-layer-and-one-batch-per-step.md).
 */
export function openDatabase(url: string, authToken?: string, tripMs = REQUEST_TIMEOUT_MS): Database {
  const address = { url, authToken, tripMs };
  const told: Told = { index: null };
  return databaseOver(address, told, async (steps) => {
    const { results, index } = await runSteps(address, steps);
    noteTold(told, index);
    return results;
  });
}

export type Statement = BatchItem<'sqlite'>;
/** A statement of a batch. A request that does not need one passes null and gets no rows for it. */
export type OptionalStatement = Statement | null;
type RowsOf<S> = S extends Statement ? S['_']['result'] : [];
type Statements = Readonly<Record<string, OptionalStatement>>;
/** The rows of a batch, under the names of its statements. */
export type Rows<S extends Statements> = { -readonly [Name in keyof S]: RowsOf<S[Name]> };
/** The rows of a batch by position. */
export type ListedRows<S extends readonly OptionalStatement[]> = { -readonly [K in keyof S]: RowsOf<S[K]> };

/**
 * Runs statements as one transaction in one round trip, in the order in which they are written; all of them happen or none. Returns the rows
 * of each under its name; throws what the database throws.
 */
export function batch<const S extends Statements>(db: Database, statements: S): Promise<Rows<S>>;
export function batch<const S extends readonly OptionalStatement[]>(db: Database, statements: S): Promise<ListedRows<S>>;
export async function batch(db: Database, statements: Statements | readonly OptionalStatement[]): Promise<unknown> {
  const entries = Object.entries(statements);
  const [first, ...rest] = entries.flatMap(([, statement]) => statement ?? []);
  const results: unknown[] = first ? await db.batch([first, ...rest]) : [];
  const rows = entries.map(([name, statement]) => [name, statement === null ? [] : results.shift()] as const);
  return Array.isArray(statements) ? rows.map(([, result]) => result) : Object.fromEntries(rows);
}

const CONSTRAINT = /(UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed: ([\w.,& ]+)/;

/** Returns the constraint that refused a write, as SQLite names it ("UNIQUE members.email"), or null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = CONSTRAINT.exec(cause.message);
    if (found) return `${found[1]} ${found[2]?.trim()}`;
  }
  return null;
}

/** Whether an error means that the database could not be reached or did not answer in time. */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return true;
    if (cause instanceof LibsqlError && (cause.code === 'SERVER_ERROR' || cause.code === 'SQLITE_BUSY' || cause.code.startsWith('HRANA')))
      return true;
    if (cause instanceof TypeError && /fetch|network|connect/i.test(cause.message)) return true;
    if (/Network connection lost|ECONNREFUSED|fetch failed|internal error; reference/i.test(cause.message)) return true;
  }
  return false;
}

/** Codes with which SQLite refuses a write because the disk is full or does not take it. */
const DISK_FAULT = /^SQLITE_(FULL|IOERR|CANTOPEN)/;

/** Whether an error means that the disk of the database is full or does not work. What was to be written is undone as a whole. */
export function isDiskFault(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof LibsqlError && (DISK_FAULT.test(cause.code) || /database or disk is full|disk i\/o error/i.test(cause.message)))
      return true;
  }
  return false;
}

/** Whether an error means that the database lacks a table, because it has fewer migrations than the statement knows. */
export function isTableMissing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (/no such table/.test(cause.message)) return true;
  return false;
}
