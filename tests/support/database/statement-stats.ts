import * as v from 'valibot';

const PipelineAnswer = v.object({
  results: v.tuple([
    v.object({
      response: v.object({ result: v.object({ rows_read: v.number(), query_duration_ms: v.number(), rows: v.array(v.unknown()) }) }),
    }),
    v.unknown(),
  ]),
});

const toArgument = (value: unknown) =>
  value === null
    ? { type: 'null' }
    : typeof value === 'number'
      ? Number.isInteger(value)
        ? { type: 'integer', value: String(value) }
        : { type: 'float', value }
      : { type: 'text', value: String(value) };

/** Runs a statement over the server's HTTP protocol, which reports statistics that the client hides. `ms` is the database's own time. */
export async function statementStats(url: string, query: { sql: string; params: unknown[] }): Promise<{ rowsRead: number; ms: number }> {
  const response = await fetch(`${url}/v2/pipeline`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      requests: [{ type: 'execute', stmt: { sql: query.sql, args: query.params.map(toArgument) } }, { type: 'close' }],
    }),
  });
  const [{ response: first }] = v.parse(PipelineAnswer, await response.json()).results;
  return { rowsRead: first.result.rows_read, ms: first.result.query_duration_ms };
}

/** How many rows the database reads for a statement. */
export const rowsRead = async (url: string, query: { sql: string; params: unknown[] }): Promise<number> =>
  (await statementStats(url, query)).rowsRead;
