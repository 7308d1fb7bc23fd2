import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql/web';
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw';
import { batch, type Database, type Statement } from './client.ts';

/** The part of a Drizzle statement that its batch uses: SQL with parameters, and the mapping of the result to rows. */
interface PreparedQuery {
  getQuery(): { sql: string; params: unknown[] };
  mapResult(result: unknown, isFromBatch?: boolean): unknown;
}

/**
 * A prepared statement, for statements that run often: its SQL is built once per isolate, because building it costs more than running it.
 * `build` is called with placeholders in place of the arguments (plain values or objects of plain values): it may put them into SQL and
 * must not read or compare them. The first call fixes which arguments are objects: one that is null then must never be an object.
 */
export function prepared<Arguments extends unknown[], S extends Statement>(
  build: (db: Database, ...values: Arguments) => S,
): (db: Database, ...values: Arguments) => S {
  return preparedWith(build, (rows) => rows);
}

/** A prepared statement whose rows `decode` converts, for rows that arrive as one JSON cell each (db/row-codec.ts). */
export const preparedRows = <Arguments extends unknown[], Cells, Row>(
  build: (db: Database, ...values: Arguments) => SQL,
  decode: (cells: Cells) => Row,
): ((db: Database, ...values: Arguments) => SQLiteRaw<Row[]>) =>
  preparedWith<Arguments, SQLiteRaw<Row[]>>(
    (db, ...values) => db.all(build(db, ...values)),
    (rows) => (rows as Cells[]).map(decode),
  );

function preparedWith<Arguments extends unknown[], S extends Statement>(
  build: (db: Database, ...values: Arguments) => S,
  decode: (rows: unknown) => unknown,
): (db: Database, ...values: Arguments) => S {
  let cached: { query: PreparedQuery; text: string; params: unknown[] } | undefined;
  return (db, ...values) => {
    if (!cached) {
      const query = prepareQuery(build(sqlOnlyDatabase(), ...placeholdersFor(values)));
      const { sql: text, params } = query.getQuery();
      cached = { query, text, params };
    }
    const { query, text, params } = cached;
    return statementOf<S>(db, {
      getQuery: () => ({ sql: text, params: fillPlaceholders(params, placeholderValues(values)) }),
      mapResult: (result, isFromBatch) => decode(query.mapResult(result, isFromBatch)),
    });
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The values of all placeholders by name: `0` is the first argument if it is a plain value, `1.email` a field of the second. */
const placeholderValues = (values: readonly unknown[]): Record<string, unknown> =>
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
const sqlOnlyDatabase = () => drizzle.mock({ casing: 'snake_case' }) as unknown as Database;

/** Drizzle's internal `_prepare`, which every statement has and its own `batch` calls. */
const prepareQuery = (statement: Statement): PreparedQuery => (statement as unknown as { _prepare(): PreparedQuery })._prepare();

/**
 * A statement for `batch`, which only calls `_prepare`. As the type promises, `then` runs it by itself when it is awaited, and `getQuery`
 * shows its SQL.
 */
function statementOf<S extends Statement>(db: Database, query: PreparedQuery): S {
  const statement = {
    _prepare: () => query,
    getQuery: () => query.getQuery(),
    // biome-ignore lint/suspicious/noThenProperty: drizzle's own statements are awaited in this way
    then: (onRows: (rows: unknown) => unknown, onError: (error: unknown) => unknown) =>
      batch(db, [statement as unknown as S])
        .then(([rows]) => rows)
        .then(onRows, onError),
  };
  return statement as unknown as S;
}
