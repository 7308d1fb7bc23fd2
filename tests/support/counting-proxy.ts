import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from '../../scripts/support/ports.ts';

export interface CountingProxy {
  /** Give this to the Worker in place of the database's own address. */
  readonly url: string;
  /** The round trips since the last call, as the SQL each carried; work that runs after an answer is left out. */
  taken(): string[];
  stop(): Promise<void>;
}

/** What the Worker does beside the answer: delivery, and noting that a member or session was seen. */
const AFTER_THE_ANSWER = [
  /^delete from "outbox"/,
  /^update "mails" set "accepted_at"/,
  /^update "members" set ("active_bucket" = \?, )?"last_active_at" = \?(, "active_bucket" = \?)? where/,
  /^update "sessions" set "seen_at"/,
  /^delete from "file_removals"/,
];

/** Every SQL text in a request of the libSQL protocol, wherever it stands. */
function statementsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'sql' && typeof inner === 'string' ? [inner] : statementsIn(inner)));
}

const isAside = (statements: readonly string[]): boolean =>
  statements.length > 0 &&
  statements.filter((text) => !/^(begin|commit|rollback)/i.test(text)).every((text) => AFTER_THE_ANSWER.some((shape) => shape.test(text)));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Disturbance {
  /** Happens before a trip reaches the database. */
  readonly before?: (sql: string) => Promise<void>;
  /** Whether the answer to a trip never comes back, though all was done. */
  readonly isLost?: (sql: string) => boolean;
}

/** An HTTP proxy in front of a database that counts what goes through it, and may disturb it. */
export async function startCountingProxy(dbUrl: string, { before, isLost }: Disturbance = {}): Promise<CountingProxy> {
  let trips: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const statements = body.length > 0 ? statementsIn(JSON.parse(body.toString('utf8'))) : [];
    if (!isAside(statements)) trips.push(statements.join(' ; '));
    await before?.(statements.join(' ; '));
    const headers = { 'Content-Type': request.headers['content-type'] ?? 'application/json' };
    const answer = await fetch(new URL(request.url ?? '/', dbUrl), {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    if (isLost?.(statements.join(' ; '))) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? 'application/json' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const port = await freePort();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${port}`,
    taken: () => {
      const taken = trips;
      trips = [];
      return taken;
    },
    stop: async () => {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      server.closeAllConnections();
      await closed;
    },
  };
}
