import { type Client, createClient, type InArgs, type InStatement, LibsqlError } from '@libsql/client/web';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle } from 'drizzle-orm/libsql/web';

/** How long one trip may take before the database counts as away: more than the 5 s after which sqld takes the write lock from a stuck holder. */
const TRIP_MS = 8_000;
/** Where the database is locked, the next try comes after so long, then after twice as long, up to the most. */
const LOCKED_MS = 40;
const MOST_LOCKED_MS = 400;

const isLocked = (error: unknown): boolean => error instanceof LibsqlError && error.code === 'SQLITE_BUSY';

/**
 * Under many writers at once, and while it takes a checkpoint, which on a busy machine lasts for seconds, sqld refuses a write as locked. That has
 * changed nothing and is tried again, for as long as one trip may take.
 */
async function whileLocked<T>(run: () => Promise<T>, tripMs: number): Promise<T> {
  const until = Date.now() + tripMs;
  for (let pause = LOCKED_MS; ; pause = Math.min(pause * 2, MOST_LOCKED_MS)) {
    try {
      return await run();
    } catch (error) {
      if (!isLocked(error) || Date.now() >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}

/** The client with its two ways of asking made patient; a batch that met a locked database was rolled back whole. */
function patient(client: Client, tripMs: number): Client {
  const execute: Client['execute'] = client.execute.bind(client);
  const batch: Client['batch'] = client.batch.bind(client);
  client.execute = (statement: InStatement | string, args?: InArgs) =>
    whileLocked(() => (typeof statement === 'string' ? execute(statement, args) : execute(statement)), tripMs);
  client.batch = (statements, mode) => whileLocked(() => batch(statements, mode), tripMs);
  return client;
}

/**
 * Opens the database over http(s). It is cheap and done once for each request
 * (docs/decisions/0005-keep-sql-in-one-layer-and-one-batch-per-step.md).
 */
export function openDatabase(url: string, authToken?: string, tripMs = TRIP_MS) {
  const boundedFetch = (request: Request) => {
    // libSQL would gzip what is read at once: 3 ms of a 4 ms trip.
    request.headers.set('Accept-Encoding', 'identity');
    return fetch(request, { signal: AbortSignal.timeout(tripMs) });
  };
  const client = patient(createClient({ url, fetch: boundedFetch, ...(authToken ? { authToken } : {}) }), tripMs);
  return drizzle({ client, casing: 'snake_case' });
}

export type Database = ReturnType<typeof openDatabase>;
export type Statement = BatchItem<'sqlite'>;
/** A statement that this request does without is null, and answers with no rows. */
export type Asked = Statement | null;
type RowsOf<S> = S extends Statement ? S['_']['result'] : [];
export type Rows<S extends readonly Asked[]> = { -readonly [K in keyof S]: RowsOf<S[K]> };

/** Runs statements as one transaction in one round trip; all of them happen or none. */
export async function together<const S extends readonly [Asked, ...Asked[]]>(db: Database, statements: S): Promise<Rows<S>> {
  const [first, ...rest] = statements.filter((statement) => statement !== null);
  const answers: unknown[] = first ? await db.batch([first, ...rest]) : [];
  return inPlace<S>(statements.map((statement) => (statement === null ? [] : answers.shift())));
}

/** A batch answers its statements in their order; the null ones have their own place among them. */
function inPlace<S extends readonly Asked[]>(answers: unknown[]): Rows<S> {
  return answers as Rows<S>;
}

const CONSTRAINT = /(UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed: ([\w.,& ]+)/;

/** The constraint that refused a write, as SQLite names it ("UNIQUE members.email"), or null for any other failure. */
export function brokenConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = CONSTRAINT.exec(cause.message);
    if (found) return `${found[1]} ${found[2]?.trim()}`;
  }
  return null;
}

/** Whether a failure means that the database could not be reached or did not answer in time. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return true;
    if (cause instanceof LibsqlError && (cause.code === 'SERVER_ERROR' || cause.code === 'SQLITE_BUSY' || cause.code.startsWith('HRANA')))
      return true;
    if (cause instanceof TypeError && /fetch|network|connect/i.test(cause.message)) return true;
    if (/Network connection lost|ECONNREFUSED|fetch failed|internal error; reference/i.test(cause.message)) return true;
  }
  return false;
}
