import { type Column, is, SQL, sql } from 'drizzle-orm';
import { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** A field that is one cell. */
type Leaf = SQLiteColumn | SQL;
/** The columns of a joined table. The row is missing if the first of them, its key, is null. */
type JoinedColumns = Readonly<Record<string, SQLiteColumn>>;
type ColumnValue<C extends Column> = C['_']['notNull'] extends true ? C['_']['data'] : C['_']['data'] | null;
type ValueOf<F> = F extends Column
  ? ColumnValue<F>
  : F extends SQL<infer T>
    ? T
    : F extends JoinedColumns
      ? { [K in keyof F]: ColumnValue<F[K]> } | null
      : never;
type DecodedRow<F> = { [K in keyof F]: ValueOf<F[K]> };

/** Encodes a row as one JSON text inside a query (`cell`) and decodes that text (`read`). */
export interface RowCodec<F> {
  /** The expression that a select returns for each row: a JSON array of all its values. */
  readonly cell: SQL<string>;
  /** Converts such a cell to a row, with the values mapped as Drizzle maps those of a select. */
  read(cell: string): DecodedRow<F>;
}

const isLeaf = (field: Leaf | JoinedColumns): field is Leaf => is(field, SQLiteColumn) || is(field, SQL);

/**
 * Encodes the fields of a row as one JSON cell, because the protocol wraps every cell by itself, which costs more than reading the row
 * (docs/decisions/0035-read-rows-as-one-json-text-and-prepare-statements-once.md).
 */
export function rowCodec<F extends Readonly<Record<string, Leaf | JoinedColumns>>>(fields: F): RowCodec<F> {
  const leaves = Object.values(fields).flatMap((field) => (isLeaf(field) ? [field] : Object.values(field)));
  const cells = leaves.map((leaf) => sql`${leaf}`);
  return { cell: sql<string>`json_array(${sql.join(cells, sql`, `)})`, read: (text) => decodeRow(fields, JSON.parse(text) as unknown[]) };
}

/** The cells are in the order of the fields, as `rowCodec` wrote them. */
function decodeRow<F extends Readonly<Record<string, Leaf | JoinedColumns>>>(fields: F, cells: unknown[]): DecodedRow<F> {
  let position = 0;
  const next = (leaf: Leaf): unknown => {
    const cell = cells[position];
    position += 1;
    return cell === null || !is(leaf, SQLiteColumn) ? cell : leaf.mapFromDriverValue(cell);
  };
  const row: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (isLeaf(field)) {
      row[name] = next(field);
      continue;
    }
    const isMissing = cells[position] === null;
    const joined = Object.entries(field).map(([key, column]) => [key, next(column)]);
    row[name] = isMissing ? null : Object.fromEntries(joined);
  }
  return row as DecodedRow<F>;
}
