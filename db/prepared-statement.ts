import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql/web';
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw';
import { type Database, type Statement, together } from './client.ts';

/** What a batch asks of a statement: its SQL with values, and its way of reading rows. */
interface Prepared {
  getQuery(): { sql: string; params: unknown[] };
  mapResult(result: unknown, isFromBatch?: boolean): unknown;
}

/**
 * A statement whose SQL is built once an isolate: building it costs more than running it. While it is built, its arguments (plain
 * values, or objects of plain values) are placeholders, so they may only be put into SQL, never looked at.
 */
export function compiled<Arguments extends unknown[], S extends Statement>(
  build: (db: Database, ...values: Arguments) => S,
): (db: Database, ...values: Arguments) => S {
  return compiledWith(build, (rows) => rows);
}

/** A compiled statement of rows that are `packed` into one cell each, read back. */
export const compiledRows = <Arguments extends unknown[], Cells, Row>(
  build: (db: Database, ...values: Arguments) => SQL,
  read: (cells: Cells) => Row,
): ((db: Database, ...values: Arguments) => SQLiteRaw<Row[]>) =>
  compiledWith<Arguments, SQLiteRaw<Row[]>>(
    (db, ...values) => db.all(build(db, ...values)),
    (rows) => (rows as Cells[]).map(read),
  );

function compiledWith<Arguments extends unknown[], S extends Statement>(
  build: (db: Database, ...values: Arguments) => S,
  read: (rows: unknown) => unknown,
): (db: Database, ...values: Arguments) => S {
  let built: { prepared: Prepared; text: string; params: unknown[] } | undefined;
  return (db, ...values) => {
    if (!built) {
      const prepared = preparedOf(build(unconnected(), ...placeholdersFor(values)));
      const { sql: text, params } = prepared.getQuery();
      built = { prepared, text, params };
    }
    const { prepared, text, params } = built;
    return statementOf<S>(db, {
      getQuery: () => ({ sql: text, params: fillPlaceholders(params, named(values)) }),
      mapResult: (result, isFromBatch) => read(prepared.mapResult(result, isFromBatch)),
    });
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Every argument under a name: `0` for a plain value, `1.email` for one in an object. */
const named = (values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    values.flatMap((value, i) => (isRecord(value) ? Object.entries(value).map(([key, one]) => [`${i}.${key}`, one]) : [[`${i}`, value]])),
  );

/** Stand-ins of the arguments' own shape; drizzle takes a placeholder wherever it takes the value. */
function placeholdersFor<Arguments extends unknown[]>(values: Arguments): Arguments {
  const standIn = (value: unknown, i: number) =>
    isRecord(value) ? new Proxy({}, { get: (_, key) => sql.placeholder(`${i}.${String(key)}`) }) : sql.placeholder(`${i}`);
  return values.map(standIn) as Arguments;
}

/** A database that builds SQL and is never asked for rows. */
const unconnected = () => drizzle.mock({ casing: 'snake_case' }) as unknown as Database;

/** Every drizzle statement can be prepared: that is how its own batch reads it. */
const preparedOf = (statement: Statement): Prepared => (statement as unknown as { _prepare(): Prepared })._prepare();

/** A batch asks a statement for `_prepare` alone; `then` lets it be awaited by itself and `getQuery` be looked at, as its type says. */
function statementOf<S extends Statement>(db: Database, prepared: Prepared): S {
  const statement = {
    _prepare: () => prepared,
    getQuery: () => prepared.getQuery(),
    // biome-ignore lint/suspicious/noThenProperty: drizzle's own statements are awaited in this way
    then: (done: (rows: unknown) => unknown, failed: (error: unknown) => unknown) =>
      together(db, [statement as unknown as S])
        .then(([rows]) => rows)
        .then(done, failed),
  };
  return statement as unknown as S;
}
