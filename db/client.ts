import { type Client, createClient, type InArgs, type InStatement, LibsqlError } from '@libsql/client/web';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle } from 'drizzle-orm/libsql/web';

/** Time limit of one round trip in ms: more than the 5 s after which sqld takes the write lock away from a client that does not release it. */
const TRIP_MS = 8_000;
/** Pause before the next try while the database is locked, in ms; it doubles with every try up to the maximum. */
const LOCKED_MS = 40;
const MOST_LOCKED_MS = 400;

const isLocked = (error: unknown): boolean => error instanceof LibsqlError && error.code === 'SQLITE_BUSY';

/**
 * Repeats a write that sqld refuses because the database is locked, for at most `tripMs`. That happens with many writers at once and during a
 * checkpoint, which takes seconds on a busy machine. A refused write has changed nothing.
 */
async function whileLocked<T>(run: () => Promise<T>, tripMs: number): Promise<T> {
  const deadline = Date.now() + tripMs;
  for (let pause = LOCKED_MS; ; pause = Math.min(pause * 2, MOST_LOCKED_MS)) {
    try {
      return await run();
    } catch (error) {
      if (!isLocked(error) || Date.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}

/** Makes `execute` and `batch` of a client wait for a locked database. A batch that was refused as locked was rolled back as a whole. */
function patient(client: Client, tripMs: number): Client {
  const executeOnce: Client['execute'] = client.execute.bind(client);
  const batchOnce: Client['batch'] = client.batch.bind(client);
  client.execute = (statement: InStatement | string, args?: InArgs) =>
    whileLocked(() => (typeof statement === 'string' ? executeOnce(statement, args) : executeOnce(statement)), tripMs);
  client.batch = (statements, mode) => whileLocked(() => batchOnce(statements, mode), tripMs);
  return client;
}

/**
 * Opens the database over http(s). A round trip that takes longer than `tripMs` fails. Opening is cheap and is done once for each request
 * (docs/decisions/0005-keep-sql-in-one-layer-and-one-batch-per-step.md).
 */
export function openDatabase(url: string, authToken?: string, tripMs = TRIP_MS) {
  const boundedFetch = (request: Request) => {
    // Compressing an answer takes libSQL 3 ms of a round trip of 4 ms.
    request.headers.set('Accept-Encoding', 'identity');
    return fetch(request, { signal: AbortSignal.timeout(tripMs) });
  };
  const client = patient(createClient({ url, fetch: boundedFetch, ...(authToken ? { authToken } : {}) }), tripMs);
  return drizzle({ client, casing: 'snake_case' });
}

export type Database = ReturnType<typeof openDatabase>;
export type Statement = BatchItem<'sqlite'>;
/** A statement of a batch. A request that does not need one passes null and gets no rows for it. */
export type Asked = Statement | null;
type RowsOf<S> = S extends Statement ? S['_']['result'] : [];
export type Rows<S extends readonly Asked[]> = { -readonly [K in keyof S]: RowsOf<S[K]> };

/** Runs statements as one transaction in one round trip; all of them happen or none. Returns the rows of each in their order; throws what the database throws. */
export async function together<const S extends readonly [Asked, ...Asked[]]>(db: Database, statements: S): Promise<Rows<S>> {
  const [first, ...rest] = statements.filter((statement) => statement !== null);
  const results: unknown[] = first ? await db.batch([first, ...rest]) : [];
  return inPlace<S>(statements.map((statement) => (statement === null ? [] : results.shift())));
}

/** Narrows the type: the answers stand in the order of the statements, with empty rows for those that are null. */
function inPlace<S extends readonly Asked[]>(results: unknown[]): Rows<S> {
  return results as Rows<S>;
}

const CONSTRAINT = /(UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed: ([\w.,& ]+)/;

/** Returns the constraint that refused a write, as SQLite names it ("UNIQUE members.email"), or null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = CONSTRAINT.exec(cause.message);
    if (found) return `${found[1]} ${found[2]?.trim()}`;
  }
  return null;
}

/** Whether an error means that the database could not be reached or did not answer in time. */
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
