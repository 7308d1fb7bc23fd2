import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InStatement, ResultSet } from '@libsql/client/web';
import { sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import journal from '../../migrations/meta/_journal.json' with { type: 'json' };

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations');
const MIGRATIONS_TABLE = '__drizzle_migrations';

/** A table of the site with the columns that can be written; generated ones are computed anew. */
export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A connection or a transaction of the database client. */
export interface StatementRunner {
  execute(statement: InStatement): Promise<ResultSet>;
}

/** The names of all tables and views that a migration has ever made. A table that somebody else has made is not the site's. */
function namesInMigrations(): string[] {
  const files = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql'));
  const made = files.flatMap((name) => [
    ...readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8').matchAll(/(?:create table|create view|rename to)\s+[`"]?(\w+)/gi),
  ]);
  return [...new Set(made.map(([, name = '']) => name))];
}

/** Sound: the cell is a JSON array of names. */
const namesIn = (cell: unknown) => JSON.parse(String(cell)) as string[];

/**
 * The tables of the site in this database, each after those that it refers to, so that rows can be written in this order. Throws if two
 * tables refer to each other.
 */
export async function knownTables(runner: StatementRunner): Promise<TableColumns[]> {
  const { rows } = await runner.execute({
    sql: `select name,
        (select json_group_array(name) from pragma_table_info(sqlite_master.name)) as columns,
        (select json_group_array("table") from pragma_foreign_key_list(sqlite_master.name)) as refers
      from sqlite_master where type = 'table' and name in (select value from json_each(?)) order by name`,
    args: [JSON.stringify(namesInMigrations())],
  });
  const waiting = new Map(
    rows.map(({ name, columns, refers }) => [String(name), { columns: namesIn(columns), refers: namesIn(refers) }] as const),
  );
  const ordered: TableColumns[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([name, { refers }]) => refers.every((other) => other === name || !waiting.has(other)));
    if (ready.length === 0) throw new Error(`these tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const [name, { columns }] of ready) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

const hasTable = async (db: Database, name: string): Promise<boolean> =>
  (await db.all(sql`select 1 from sqlite_master where type = 'table' and name = ${name}`)).length > 0;

/** The migrations of the database by name, the oldest first; null for one that this version does not know. */
export async function migrationNames(db: Database): Promise<(string | null)[]> {
  if (!(await hasTable(db, MIGRATIONS_TABLE))) return [];
  const rows = await db.all<{ createdAt: number }>(sql`select created_at as createdAt from __drizzle_migrations order by created_at`);
  return rows.map(({ createdAt }) => journal.entries.find(({ when }) => when === Number(createdAt))?.tag ?? null);
}

/** The names of all migrations that this version knows, the oldest first. */
export const KNOWN_MIGRATION_NAMES: readonly string[] = journal.entries.map(({ tag }) => tag);

/** How many members a database has; 0 without the table. */
export async function countMembers(db: Database): Promise<number> {
  if (!(await hasTable(db, 'members'))) return 0;
  return (await db.all<{ count: number }>(sql`select count(*) as count from members`))[0]?.count ?? 0;
}

/** Removes all tables and views of the site with their rows, and the record of migrations, in one batch. Tables of others stay. */
export async function dropKnownTables(db: Database): Promise<void> {
  const known = JSON.stringify(namesInMigrations());
  const views = await db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'view' and name in (select value from json_each(${known}))`,
  );
  const tables = await knownTables(db.$client);
  await db.$client.batch(
    [
      ...views.map(({ name }) => `drop view "${name}"`),
      ...tables.toReversed().map(({ name }) => `drop table "${name}"`),
      `drop table if exists ${MIGRATIONS_TABLE}`,
    ],
    'write',
  );
}
