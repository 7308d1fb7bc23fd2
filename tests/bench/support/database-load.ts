import * as v from 'valibot';
import { cpuOf } from './process-stats.ts';

/** A running database server that tells what it has done. */
export interface MeasuredServer {
  readonly adminUrl: string;
  processId(): number;
}

/** What a database server has done: its CPU time, the statements it ran and the rows these have read. */
export interface DatabaseLoad {
  readonly cpuMs: number;
  readonly statements: number;
  readonly rowsRead: number;
}

const Stats = v.object({ query_count: v.number(), rows_read_count: v.number() });

/** What a server has done since its process started. */
export async function databaseLoad({ adminUrl, processId }: MeasuredServer): Promise<DatabaseLoad> {
  const stats = v.parse(Stats, await (await fetch(`${adminUrl}/v1/namespaces/default/stats`)).json());
  return { cpuMs: cpuOf(String(processId())), statements: stats.query_count, rowsRead: stats.rows_read_count };
}

/** What a server has done between two looks at it. */
export const loadBetween = (before: DatabaseLoad, after: DatabaseLoad): DatabaseLoad => ({
  cpuMs: after.cpuMs - before.cpuMs,
  statements: after.statements - before.statements,
  rowsRead: after.rowsRead - before.rowsRead,
});
