import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Started } from './listen.ts';

/** A request as a provider's server sees it. */
export interface Asked {
  readonly method: string;
  /** At the provider's own host, whatever took it here. */
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
 * What befalls every request while it is set: no answer for half a minute; an answer that stops in its middle; done and then cut off
 * before the answer; or a refusal with this status, which for a 500 comes after the work has begun.
 */
export type Fault = 'hangs' | 'stops' | 'lost' | 429 | 500 | 503;

export interface PaymentServer extends Started {
  /** Everything that was asked, in order. */
  readonly asked: Asked[];
  fault: Fault | null;
  /** The only request that the fault befalls, as `asked` counts them; null: every one. */
  faultAt: number | null;
  /** What somebody does there while a request is on its way. */
  meanwhile: ((asked: Asked) => unknown) | null;
  /** Reaches this server as the Worker's own fetch reaches the provider's. */
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

/** Starts a provider: `answer` is what its API does, told of the fault it is to have. Give the address to a Worker as `outbound`. */
export async function startPaymentServer(
  answer: (asked: Asked, fault: Fault | null) => Answered | Promise<Answered>,
): Promise<PaymentServer> {
  const asked: Asked[] = [];
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  const server = createServer(async (request, response) => {
    const taken = await read(request);
    asked.push(taken);
    const fault = started.faultAt === null || started.faultAt === asked.length ? started.fault : null;
    if (fault === 'hangs') {
      waiting.add(setTimeout(() => response.destroy(), HANG_MS));
      return;
    }
    await started.meanwhile?.(taken);
    const answered = await answer(taken, fault);
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
