import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Started } from './listen.ts';

/** A request to a provider's server. */
export interface Asked {
  readonly method: string;
  /** The address at the provider's own host, which the request was meant for. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A fault of requests. `hangs`: the connection ends after half a minute without an answer. `stops`: the answer ends in its middle. `lost`:
 * the request is executed, but the connection ends before the answer. A number: a refusal with this status, for 500 after the execution.
 */
export type Fault = 'hangs' | 'stops' | 'lost' | 429 | 500 | 503;

export interface PaymentServer extends Started {
  /** Every request, in order. */
  readonly asked: Asked[];
  fault: Fault | null;
  /** The number of the only request that has the fault, counted from 1 by `asked`; null: every request has it. */
  faultAt: number | null;
  /** Called before each request is executed, to imitate a change at the provider at the same time. */
  meanwhile: ((asked: Asked) => unknown) | null;
  /** A fetch that takes requests to the provider's host to this server. */
  readonly send: typeof fetch;
}

const HANG_MS = 30_000;

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', headers } = request;
  return { method, url: new URL(String(headers['x-outbound-url'])), headers, body: Buffer.concat(chunks).toString() };
}

function write(response: ServerResponse, { status, body, headers }: Answered, fault: Fault | null): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers });
  if (fault === 'stops') response.write(text.slice(0, text.length / 2));
  else response.end(text);
}

/** Starts an imitation of a provider's server. `answer` executes a request and gets its fault. Pass `url` to a Worker as `outbound`. */
export async function startPaymentServer(
  answer: (asked: Asked, fault: Fault | null) => Answered | Promise<Answered>,
): Promise<PaymentServer> {
  const asked: Asked[] = [];
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  const server = createServer(async (request, response) => {
    const received = await read(request);
    asked.push(received);
    const fault = started.faultAt === null || started.faultAt === asked.length ? started.fault : null;
    if (fault === 'hangs') {
      waiting.add(setTimeout(() => response.destroy(), HANG_MS));
      return;
    }
    await started.meanwhile?.(received);
    const answered = await answer(received, fault);
    if (fault === 'lost') response.destroy();
    else write(response, answered, fault);
  });
  const { url, stop } = await listen(server, 'http');
  const started: PaymentServer = {
    url,
    asked,
    fault: null,
    faultAt: null,
    meanwhile: null,
    send: async (input, init) => {
      const request = new Request(input, init);
      const headers = new Headers(request.headers);
      headers.set('X-Outbound-Url', request.url);
      const { method } = request;
      const signal = init?.signal ?? null;
      return fetch(url, { method, headers, signal, redirect: 'manual', ...(request.body ? { body: await request.text() } : {}) });
    },
    stop: async () => {
      for (const timer of waiting) clearTimeout(timer);
      server.closeAllConnections();
      await stop();
    },
  };
  return started;
}
