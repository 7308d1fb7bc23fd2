import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql/web';
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw';
import { type Database, type Statement, together } from './client.ts';

/** The part of a Drizzle statement that its batch uses: SQL with parameters, and the mapping of the result to rows. */
interface Prepared {
  getQuery(): { sql: string; params: unknown[] };
  mapResult(result: unknown, isFromBatch?: boolean): unknown;
}

/**
 * A prepared statement: its SQL is built once per isolate, because building it costs more than running it. `build` is called with placeholders
 * in place of the arguments (plain values or objects of plain values): it may put them into SQL and must not read or compare them.
 */
export function compiled<Arguments extends unknown[], S extends Statement>(
  build: (db: Database, ...values: Arguments) => S,
): (db: Database, ...values: Arguments) => S {
  return compiledWith(build, (rows) => rows);
}

/** A prepared statement whose rows `read` converts, for rows that arrive as one JSON cell each (db/row-codec.ts). */
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
  let cached: { query: Prepared; text: string; params: unknown[] } | undefined;
  return (db, ...values) => {
    if (!cached) {
      const query = preparedOf(build(unconnected(), ...placeholdersFor(values)));
      const { sql: text, params } = query.getQuery();
      cached = { query, text, params };
    }
    const { query, text, params } = cached;
    return statementOf<S>(db, {
      getQuery: () => ({ sql: text, params: fillPlaceholders(params, named(values)) }),
      mapResult: (result, isFromBatch) => read(query.mapResult(result, isFromBatch)),
    });
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The values of all placeholders by name: `0` is the first argument if it is a plain value, `1.email` a field of the second. */
const named = (values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    values.flatMap((value, i) =>
      isRecord(value) ? Object.entries(value).map(([key, field]) => [`${i}.${key}`, field]) : [[`${i}`, value]],
    ),
  );

/** Placeholders in the shape of the arguments; Drizzle accepts a placeholder wherever it accepts a value. */
function placeholdersFor<Arguments extends unknown[]>(values: Arguments): Arguments {
  const placeholderFor = (value: unknown, i: number) =>
    isRecord(value) ? new Proxy({}, { get: (_, key) => sql.placeholder(`${i}.${String(key)}`) }) : sql.placeholder(`${i}`);
  return values.map(placeholderFor) as Arguments;
}

/** A database without a connection, which only builds SQL. */
const unconnected = () => drizzle.mock({ casing: 'snake_case' }) as unknown as Database;

/** Drizzle's internal `_prepare`, which every statement has and its own `batch` calls. */
const preparedOf = (statement: Statement): Prepared => (statement as unknown as { _prepare(): Prepared })._prepare();

/** A statement for `batch`, which only calls `_prepare`. `then` runs it by itself when it is awaited, and `getQuery` shows its SQL, as the type promises. */
function statementOf<S extends Statement>(db: Database, query: Prepared): S {
  const statement = {
    _prepare: () => query,
    getQuery: () => query.getQuery(),
    // biome-ignore lint/suspicious/noThenProperty: drizzle's own statements are awaited in this way
    then: (onRows: (rows: unknown) => unknown, onError: (error: unknown) => unknown) =>
      together(db, [statement as unknown as S])
        .then(([rows]) => rows)
        .then(onRows, onError),
  };
  return statement as unknown as S;
}
