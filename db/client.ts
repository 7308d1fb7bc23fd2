import { createClient, LibsqlError } from '@libsql/client/web';
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import { drizzle } from 'drizzle-orm/libsql/web';
import * as schema from './schema/index.ts';

/** How long one trip may take before the database counts as away. */
const TRIP_MS = 5_000;

/** Opens the database over http(s); cheap, made once a request (architecture, Data). */
export function openDatabase(url: string, authToken?: string, tripMs = TRIP_MS) {
  const boundedFetch = (request: Request) => {
    // libSQL would gzip what is read at once: 3 ms of a 4 ms trip.
    request.headers.set('Accept-Encoding', 'identity');
    return fetch(request, { signal: AbortSignal.timeout(tripMs) });
  };
  const client = createClient({ url, fetch: boundedFetch, ...(authToken ? { authToken } : {}) });
  return drizzle({ client, schema, casing: 'snake_case' });
}

export type Database = ReturnType<typeof openDatabase>;
export type Statement = BatchItem<'sqlite'>;
export type Rows<S extends readonly Statement[]> = BatchResponse<S>;

/** Runs statements as one transaction in one round trip; all of them happen or none. */
export async function together<const S extends readonly [Statement, ...Statement[]]>(db: Database, statements: S): Promise<Rows<S>> {
  return db.batch(statements) as Promise<Rows<S>>;
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
