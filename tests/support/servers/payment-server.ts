import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type RunningServer } from './listen.ts';

/** A request to a provider's server. */
export interface ProviderRequest {
  readonly method: string;
  /** The address at the provider's own host, which the request was meant for. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ProviderResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A fault of requests. `hangs`: the connection ends after half a minute without an answer. `stops`: the answer ends in its middle. `lost`:
 * the request is executed, but the connection ends before the answer. `malformed`: it is executed, but the answer is a page of a proxy. A
 * number: a refusal with this status, for 500 after the execution.
 */
export type PaymentFault = 'hangs' | 'stops' | 'lost' | 'malformed' | 429 | 500 | 503;

export interface PaymentServer extends RunningServer {
  /** Every request, in order. */
  readonly requests: ProviderRequest[];
  fault: PaymentFault | null;
  /** The number of the only request that has the fault, counted from 1 by `asked`; null: every request has it. */
  faultAt: number | null;
  /** Called before each request is executed, to imitate a change at the provider at the same time. */
  duringRequest: ((asked: ProviderRequest) => unknown) | null;
  /** A fetch that takes requests to the provider's host to this server. */
  readonly fetchProvider: typeof fetch;
}

const HANG_MS = 30_000;

async function readRequest(request: IncomingMessage): Promise<ProviderRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', headers } = request;
  return { method, url: new URL(String(headers['x-outbound-url'])), headers, body: Buffer.concat(chunks).toString() };
}

function writeResponse(response: ServerResponse, { status, body, headers }: ProviderResponse, fault: PaymentFault | null): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers });
  if (fault === 'stops') response.write(text.slice(0, text.length / 2));
  else response.end(text);
}

/** Starts an imitation of a provider's server. `answer` executes a request and gets its fault. Pass `url` to a Worker as `outbound`. */
export async function startPaymentServer(
  answer: (asked: ProviderRequest, fault: PaymentFault | null) => ProviderResponse | Promise<ProviderResponse>,
): Promise<PaymentServer> {
  const asked: ProviderRequest[] = [];
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  const server = createServer(async (request, response) => {
    const received = await readRequest(request);
    asked.push(received);
    const fault = started.faultAt === null || started.faultAt === asked.length ? started.fault : null;
    if (fault === 'hangs') {
      waiting.add(setTimeout(() => response.destroy(), HANG_MS));
      return;
    }
    await started.duringRequest?.(received);
    const answered = await answer(received, fault);
    if (fault === 'lost') response.destroy();
    else if (fault === 'malformed') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
    else writeResponse(response, answered, fault);
  });
  const { url, stop } = await listen(server, 'http');
  const started: PaymentServer = {
    url,
    requests: asked,
    fault: null,
    faultAt: null,
    duringRequest: null,
    fetchProvider: async (input, init) => {
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
