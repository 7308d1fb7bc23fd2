import { type Column, is, SQL, sql } from 'drizzle-orm';
import { SQLiteColumn } from 'drizzle-orm/sqlite-core';

type Leaf = SQLiteColumn | SQL;
/** The columns of a joined table whose row may be missing; the first of them is its key. */
type Joined = Readonly<Record<string, SQLiteColumn>>;
type ColumnValue<C extends Column> = C['_']['notNull'] extends true ? C['_']['data'] : C['_']['data'] | null;
type ValueOf<F> = F extends Column
  ? ColumnValue<F>
  : F extends SQL<infer T>
    ? T
    : F extends Joined
      ? { [K in keyof F]: ColumnValue<F[K]> } | null
      : never;
type PackedRow<F> = { [K in keyof F]: ValueOf<F[K]> };

export interface Packed<F> {
  readonly cell: SQL<string>;
  read(cell: string): PackedRow<F>;
}

const isLeaf = (field: Leaf | Joined): field is Leaf => is(field, SQLiteColumn) || is(field, SQL);

/** A row as one JSON text: the protocol wraps and names every cell by itself, which costs more than reading the row. */
export function packed<F extends Readonly<Record<string, Leaf | Joined>>>(fields: F): Packed<F> {
  const leaves = Object.values(fields).flatMap((field) => (isLeaf(field) ? [field] : Object.values(field)));
  const cells = leaves.map((leaf) => sql`${leaf}`);
  return { cell: sql<string>`json_array(${sql.join(cells, sql`, `)})`, read: (text) => unpacked(fields, JSON.parse(text) as unknown[]) };
}

/** The cells stand in the order of the fields, because `packed` wrote both. */
function unpacked<F extends Readonly<Record<string, Leaf | Joined>>>(fields: F, cells: unknown[]): PackedRow<F> {
  let at = 0;
  const next = (leaf: Leaf): unknown => {
    const cell = cells[at];
    at += 1;
    return cell === null || !is(leaf, SQLiteColumn) ? cell : leaf.mapFromDriverValue(cell);
  };
  const row: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (isLeaf(field)) {
      row[name] = next(field);
      continue;
    }
    const isMissing = cells[at] === null;
    const joined = Object.entries(field).map(([key, column]) => [key, next(column)]);
    row[name] = isMissing ? null : Object.fromEntries(joined);
  }
  return row as PackedRow<F>;
}
