import type { Database } from '#db/client';

/** Columns that change without a call (deliveries, activity) or are computed from others. Comparisons leave them out. */
const VOLATILE_COLUMNS = new Set(['accepted_at', 'last_active_at', 'activity_bucket', 'search_rank', 'seen_at']);
/** What changes in a table of its own accord: a mail is emptied, and copied into the local mailbox, when it is accepted. */
const VOLATILE_IN_TABLE: Readonly<Record<string, readonly string[]>> = { mails: ['recipient', 'subject', 'text', 'html', 'headers'] };
const UNCOMPARED_TABLES = new Set(['mailbox']);
const VOLATILE_TABLES = new Set(['attempts', 'catalogue', 'regions', '__drizzle_migrations']);

type Row = Readonly<Record<string, unknown>>;

async function tablesOf(db: Database): Promise<string[]> {
  const { rows: tables } = await db.$client.execute(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  );
  return tables.map((table) => String(table.name)).filter((name) => !VOLATILE_TABLES.has(name));
}

async function rowsIn(db: Database, tables: readonly string[]): Promise<Record<string, Row[]>> {
  const found = await db.$client.batch(tables.map((name) => `select * from "${name}" order by 1, 2`));
  return Object.fromEntries(tables.map((name, i) => [name, (found[i]?.rows ?? []).map((row) => ({ ...row }))]));
}

const withoutVolatileColumns = (rows: Readonly<Record<string, readonly Row[]>>): Record<string, Row[]> =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([table]) => !UNCOMPARED_TABLES.has(table))
      .map(([table, tableRows]) => {
        const isCompared = (column: string) => !VOLATILE_COLUMNS.has(column) && !VOLATILE_IN_TABLE[table]?.includes(column);
        return [table, tableRows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => isCompared(column))))];
      }),
  );

/** All rows by table, without volatile columns and tables, to be compared before and after a call that must change nothing. */
export const allRows = async (db: Database): Promise<Record<string, Row[]>> => withoutVolatileColumns(await rowsIn(db, await tablesOf(db)));

export interface RowsSnapshot {
  /** The rows at the time of the snapshot, without volatile columns. */
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  /** The present rows, without volatile columns. */
  currentRows(): Promise<Record<string, Row[]>>;
  /** Restores all rows, volatile columns included, and deletes every counted attempt. */
  restore(): Promise<void>;
}

/** Takes a snapshot of all rows, to compare later rows with it or to restore it. */
export async function snapshotRows(db: Database): Promise<RowsSnapshot> {
  const tables = await tablesOf(db);
  const stored = await rowsIn(db, tables);
  const { rows: columns } = await db.$client.execute(
    'select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c where t.type = \'table\'',
  );
  // Generated columns are in the rows, but not in this list.
  const columnsOf = (table: string) => columns.filter((one) => one.table === table).map((one) => String(one.column));
  const insertions = tables.flatMap((table) => {
    const names = columnsOf(table);
    const placeholders = `(${names.map(() => '?').join()})`;
    const rows = stored[table] ?? [];
    const sql = `insert into "${table}" (${names.map((name) => `"${name}"`).join()}) values ${rows.map(() => placeholders).join()}`;
    return rows.length === 0 ? [] : [{ sql, args: rows.flatMap((row) => names.map((name) => asArgument(row[name]))) }];
  });
  const deletions = ['attempts', ...tables].map((table) => `delete from "${table}"`);
  return {
    rows: withoutVolatileColumns(stored),
    currentRows: async () => withoutVolatileColumns(await rowsIn(db, tables)),
    restore: async () => void (await db.$client.batch(['pragma defer_foreign_keys = on', ...deletions, ...insertions], 'write')),
  };
}

/** Values that were read from the database are valid arguments for it. */
const asArgument = (value: unknown) => value as string | number | ArrayBuffer | null;

/** The number of rows of a table, in all or with this `member_id`. */
export async function countRows(db: Database, table: string, memberId?: string): Promise<number> {
  const { rows } = await db.$client.execute({
    sql: `select count(*) as n from "${table}"${memberId === undefined ? '' : ' where member_id = ?'}`,
    args: memberId === undefined ? [] : [memberId],
  });
  return Number(rows[0]?.n);
}
