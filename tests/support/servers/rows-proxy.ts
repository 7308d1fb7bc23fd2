import { createServer } from 'node:http';
import { listen, type RunningServer } from './listen.ts';

export interface RowsProxy extends RunningServer {
  /** What the database has read since this was last called, and in how many round trips. */
  take(): { readonly rows: number; readonly trips: number };
}

/** The sum of all `rows_read` in an answer of the libSQL protocol. */
function rowsReadIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + rowsReadIn(inner), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (key === 'rows_read' && typeof inner === 'number' ? inner : rowsReadIn(inner)),
    0,
  );
}

/** Starts a proxy in front of a database that adds up how many rows it reads, as its answers tell. */
export async function startRowsProxy(dbUrl: string): Promise<RowsProxy> {
  let [rows, trips] = [0, 0];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(`${dbUrl}${request.url}`, {
      method: request.method ?? 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.concat(chunks),
    });
    const text = await answer.text();
    if (answer.ok) rows += rowsReadIn(JSON.parse(text));
    trips += 1;
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
  });
  const { url, stop } = await listen(server, 'http');
  return {
    url,
    take: () => {
      const taken = { rows, trips };
      [rows, trips] = [0, 0];
      return taken;
    },
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}
