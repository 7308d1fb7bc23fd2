import type { Database } from '#db/client';

/** What passes by itself: deliveries, activity, and columns that are computed from others. */
const PASSING = new Set(['accepted_at', 'last_active_at', 'active_bucket', 'walk_rank', 'seen_at']);
const PASSING_TABLES = new Set(['attempts', 'catalogue', 'regions', '__drizzle_migrations']);

/** Every row that a call could have written, to be compared before and after: a refusal changes nothing. */
export async function allRows(db: Database): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await db.$client.execute(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  );
  const names = tables.map((table) => String(table.name)).filter((name) => !PASSING_TABLES.has(name));
  const found = await db.$client.batch(names.map((name) => `select * from "${name}" order by 1, 2`));
  return Object.fromEntries(
    names.map((name, i) => [
      name,
      (found[i]?.rows ?? []).map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !PASSING.has(column)))),
    ]),
  );
}

/** How many rows a table has, in all or for one member. */
export async function countRows(db: Database, table: string, memberId?: string): Promise<number> {
  const { rows } = await db.$client.execute({
    sql: `select count(*) as n from "${table}"${memberId === undefined ? '' : ' where member_id = ?'}`,
    args: memberId === undefined ? [] : [memberId],
  });
  return Number(rows[0]?.n);
}
