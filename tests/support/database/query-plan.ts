import type { Database, Statement } from '#db/client';

/** The SQL and parameters of a Drizzle statement, by the internal method that its `batch` uses. */
const queryOf = (statement: Statement) =>
  (statement as unknown as { _prepare(): { getQuery(): { sql: string; params: (string | number | null)[] } } })._prepare().getQuery();

/** The steps of the query plans of these statements, as SQLite describes them. */
export async function plansOf(db: Database, statements: readonly Statement[]): Promise<string[]> {
  const explained = await Promise.all(
    statements.map(queryOf).map(({ sql, params }) => db.$client.execute({ sql: `explain query plan ${sql}`, args: params })),
  );
  return explained.flatMap(({ rows }) => rows.map(({ detail }) => String(detail)));
}
