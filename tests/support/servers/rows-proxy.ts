import { createServer } from 'node:http';
import { listen, type RunningServer } from './listen.ts';

export interface RowsProxy extends RunningServer {
  /** What the database has read and written since this was last called, in how many round trips, and how many of these have written. */
  take(): { readonly rows: number; readonly rowsWritten: number; readonly trips: number; readonly commits: number };
}

/** The sum of all numbers with this key in an answer of the libSQL protocol. */
function sumOf(wanted: 'rows_read' | 'rows_written', value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + sumOf(wanted, inner), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (key === wanted && typeof inner === 'number' ? inner : sumOf(wanted, inner)),
    0,
  );
}

/** Starts a proxy in front of a database that adds up how many rows it reads and writes, as its answers tell. */
export async function startRowsProxy(dbUrl: string): Promise<RowsProxy> {
  let [rows, rowsWritten, trips, commits] = [0, 0, 0, 0];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(`${dbUrl}${request.url}`, {
      method: request.method ?? 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.concat(chunks),
    });
    const text = await answer.text();
    if (answer.ok) {
      const parsed: unknown = JSON.parse(text);
      rows += sumOf('rows_read', parsed);
      const written = sumOf('rows_written', parsed);
      rowsWritten += written;
      if (written > 0) commits += 1;
    }
    trips += 1;
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
  });
  const { url, stop } = await listen(server, 'http');
  return {
    url,
    take: () => {
      const taken = { rows, rowsWritten, trips, commits };
      [rows, rowsWritten, trips, commits] = [0, 0, 0, 0];
      return taken;
    },
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}
