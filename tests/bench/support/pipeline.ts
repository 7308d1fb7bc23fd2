import * as v from 'valibot';

const Answer = v.object({
  results: v.array(v.object({ response: v.object({ result: v.object({ rows_read: v.number(), rows: v.array(v.unknown()) }) }) })),
});

const argument = (value: unknown) =>
  value === null
    ? { type: 'null' }
    : typeof value === 'number'
      ? Number.isInteger(value)
        ? { type: 'integer', value: String(value) }
        : { type: 'float', value }
      : { type: 'text', value: String(value) };

/** How many rows the database reads for a statement; the client hides it, the server's own protocol tells. */
export async function rowsRead(url: string, query: { sql: string; params: unknown[] }): Promise<number> {
  const response = await fetch(`${url}/v2/pipeline`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ requests: [{ type: 'execute', stmt: { sql: query.sql, args: query.params.map(argument) } }] }),
  });
  return v.parse(Answer, await response.json()).results[0]?.response.result.rows_read ?? Number.NaN;
}
