import { createServer } from 'node:http';
import { newId } from '../../support/database/factories.ts';
import { listen, type RunningServer } from '../../support/servers/listen.ts';
import { assertCorrect } from '../support/report.ts';

/** A request of the libSQL protocol that runs one batch. */
interface PipelineRequest {
  readonly requests: readonly {
    readonly type: string;
    readonly batch?: { readonly steps: readonly { readonly stmt: { readonly sql: string } }[] };
  }[];
}

const isWrite = (body: string): boolean => /"sql":"\s*(insert|update|delete)\b/i.test(body);

export interface WriteRecorder extends RunningServer {
  /** The bodies of all requests that write, since this was last called. */
  take(): string[];
}

/** Starts a proxy in front of a database that keeps the requests that write. */
export async function startWriteRecorder(dbUrl: string): Promise<WriteRecorder> {
  let writes: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (isWrite(body)) writes.push(body);
    const answer = await fetch(`${dbUrl}${request.url}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
  const { url, stop } = await listen(server, 'http');
  return {
    url,
    take: () => {
      const taken = writes;
      writes = [];
      return taken;
    },
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}

/** A string value in a request that may be an id or the hash of a token. */
const NAME = /"([\w-]{22,64})"/g;
const ID_LENGTH = 22;

/**
 * A batch that was recorded, as a template. `renamed` replaces names by others; all other ids but the known ones were made for the batch and are
 * new in each repetition. A repetition is a request of its own, which opens a stream and closes it.
 */
export function templateOf(body: string, known: ReadonlySet<string>): (renamed: ReadonlyMap<string, string>) => string {
  const { requests } = JSON.parse(body) as PipelineRequest;
  const batch = requests.find(({ type }) => type === 'batch');
  const text = JSON.stringify({ baton: null, requests: [batch, { type: 'close' }] });
  return (renamed) => {
    const fresh = new Map<string, string>();
    return text.replaceAll(NAME, (quoted, name: string) => {
      const other = renamed.get(name) ?? fresh.get(name);
      if (other !== undefined) return `"${other}"`;
      if (known.has(name) || name.length !== ID_LENGTH) return quoted;
      fresh.set(name, newId());
      return `"${fresh.get(name)}"`;
    });
  };
}

interface StepError {
  readonly code?: string;
}

/** Runs a batch at the database, again while another writer holds the lock. Throws if one of its steps fails. */
export async function runBatch(dbUrl: string, body: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${dbUrl}/v3/pipeline`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const text = await answer.text();
    assertCorrect(answer.ok, `the database answers ${answer.status}: ${text.slice(0, 300)}`);
    const [ran] = (JSON.parse(text) as { results: { type: string; response?: { result: { step_errors: (StepError | null)[] } } }[] })
      .results;
    const faults = ran?.response?.result.step_errors.filter((error) => error !== null) ?? [];
    if (faults.some(({ code }) => code === 'SQLITE_BUSY')) continue;
    assertCorrect(ran?.type === 'ok' && faults.length === 0, `a batch failed: ${JSON.stringify(faults)} ${text.slice(0, 300)}`);
    return;
  }
}
