import type { Database } from '../../client.ts';
import type { StatementRunner, TableColumns } from './known-tables.ts';

/** A row as a backup keeps it: its rowid, by which some lists are ordered, and the values of its columns. */
export type BackupRow = readonly (string | number | null)[];

/** Bytes of values that one page of rows is meant to have; the server refuses answers of more than 10 MB. */
const PAGE_BYTES = 1_000_000;
const FIRST_PAGE_ROWS = 50;
const MAX_PAGE_ROWS = 1_000;

const bytesOf = (row: BackupRow) => row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

const listOf = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** The rows of a table in the order of their rowids, page by page. The size of a page follows from that of the rows before it. */
export async function* pagesOfRows(runner: StatementRunner, { name, columns }: TableColumns): AsyncGenerator<BackupRow[]> {
  const select = `select rowid, ${listOf(columns)} from "${name}"`;
  let [last, count]: [BackupRow[number], number] = [null, FIRST_PAGE_ROWS];
  for (;;) {
    const { rows } = await runner.execute({
      sql: `${select} ${last === null ? '' : 'where rowid > ?'} order by rowid limit ?`,
      args: last === null ? [count] : [last, count],
    });
    // Sound: a row has its values by position, and the database holds no binary ones.
    const page = rows.map((row) => Array.from(row as ArrayLike<unknown>) as BackupRow);
    if (page.length > 0) yield page;
    if (page.length < count) return;
    last = page.at(-1)?.[0] ?? null;
    const bytes = page.reduce((sum, row) => sum + bytesOf(row), 0);
    count = Math.min(MAX_PAGE_ROWS, Math.max(1, Math.floor((PAGE_BYTES / bytes) * page.length)));
  }
}

/**
 * Reads from one state of the database: what others write meanwhile is not seen, and nobody waits. The server keeps that state for as long
 * as it is asked at least every 10 seconds.
 */
export async function readOneState<T>(db: Database, read: (state: StatementRunner) => Promise<T>): Promise<T> {
  const state = await db.$client.transaction('read');
  try {
    return await read(state);
  } finally {
    state.close();
  }
}

/** Parameters of one statement, of which SQLite takes 32,766 at most. */
const MAX_PARAMETERS = 30_000;
const MAX_STATEMENT_BYTES = 1_000_000;

/** Divides rows into those that one statement can write. */
function* statementsOf(rows: readonly BackupRow[], columns: number): Generator<BackupRow[]> {
  let [batch, bytes]: [BackupRow[], number] = [[], 0];
  for (const row of rows) {
    if (batch.length > 0 && ((batch.length + 1) * columns > MAX_PARAMETERS || bytes > MAX_STATEMENT_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(row);
    bytes += bytesOf(row);
  }
  if (batch.length > 0) yield batch;
}

/** Writes rows with their rowids. Values are parameters and no JSON, because SQLite would read decimals from JSON less exactly. */
export async function writeRows(db: Database, { name, columns }: TableColumns, rows: readonly BackupRow[]): Promise<void> {
  const placeholders = `(${['rowid', ...columns].map(() => '?').join()})`;
  const into = `insert into "${name}" (rowid, ${listOf(columns)}) values `;
  for (const batch of statementsOf(rows, columns.length + 1))
    await db.$client.execute({ sql: into + batch.map(() => placeholders).join(), args: batch.flat() });
}
