import type { Database, Statement } from '#db/client';

/** Every drizzle statement can be prepared: that is how its own batch reads it. */
const queryOf = (statement: Statement) =>
  (statement as unknown as { _prepare(): { getQuery(): { sql: string; params: (string | number | null)[] } } })._prepare().getQuery();

/** How the database would go about these statements, step by step. */
export async function plansOf(db: Database, statements: readonly Statement[]): Promise<string[]> {
  const explained = await Promise.all(
    statements.map(queryOf).map(({ sql, params }) => db.$client.execute({ sql: `explain query plan ${sql}`, args: params })),
  );
  return explained.flatMap(({ rows }) => rows.map(({ detail }) => String(detail)));
}
