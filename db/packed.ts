import { type Column, getTableColumns, is, type SQL, sql, Table } from 'drizzle-orm';

/** What can be packed: a column, an expression, or a joined table whose rows may be missing. */
type Field = Column | SQL | Table;
type ValueOf<F> = F extends Table
  ? F['$inferSelect'] | null
  : F extends Column
    ? F['_']['notNull'] extends true
      ? F['_']['data']
      : F['_']['data'] | null
    : F extends SQL<infer T>
      ? T
      : never;
export type PackedRow<F> = { [K in keyof F]: ValueOf<F[K]> };

export interface Packed<F> {
  readonly cell: SQL<string>;
  read(cell: string): PackedRow<F>;
}

const leavesOf = (field: Field): (Column | SQL)[] => (is(field, Table) ? Object.values(getTableColumns(field)) : [field]);

/**
 * A row as one JSON text: the protocol wraps and names every cell by itself, which costs more than reading the row. A joined table's
 * first column must be its key: where that is null, there is no row of it.
 */
export function packed<F extends Record<string, Field>>(fields: F): Packed<F> {
  const leaves = Object.values(fields).flatMap(leavesOf);
  const cell = sql<string>`json_array(${sql.join(
    leaves.map((leaf) => sql`${leaf}`),
    sql`, `,
  )})`;
  return { cell, read: (text) => unpacked(fields, JSON.parse(text) as unknown[]) };
}

/** The cells stand in the order of the fields, because `packed` wrote both. */
function unpacked<F extends Record<string, Field>>(fields: F, cells: unknown[]): PackedRow<F> {
  let at = 0;
  const next = (leaf: Column | SQL): unknown => {
    const cell = cells[at];
    at += 1;
    return cell === null || !('mapFromDriverValue' in leaf) ? cell : leaf.mapFromDriverValue(cell);
  };
  const row = Object.entries(fields).map(([name, field]) => {
    if (!is(field, Table)) return [name, next(field)];
    const isMissing = cells[at] === null;
    const joined = Object.entries(getTableColumns(field)).map(([key, column]) => [key, next(column)]);
    return [name, isMissing ? null : Object.fromEntries(joined)];
  });
  return Object.fromEntries(row) as PackedRow<F>;
}
