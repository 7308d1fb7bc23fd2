import { createServer, type RequestListener } from 'node:http';
import { newId } from '../database/factories.ts';
import { listen, type RunningServer } from './listen.ts';

export interface PartnerServer extends RunningServer {
  /** Every request in order: path with query, and headers. */
  readonly requests: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[];
  /** Serves `answer` at a new address; returns the address. */
  serve(answer: RequestListener): string;
  /** Serves a text at a new address. */
  serveText(text: string, type?: string): string;
  /** Serves a feed of these entries at a new address. */
  serveFeed(cams: readonly unknown[]): string;
}

/** Imitates a partner's server. Every file has an address of its own, so that the Worker's cache never serves that of another test. */
export async function startPartnerServer(): Promise<PartnerServer> {
  const answers = new Map<string, RequestListener>();
  const asked: { path: string; headers: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    const answer = answers.get(path.split('?')[0] ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  const { url, stop } = await listen(server, 'http');
  const serve = (answer: RequestListener) => {
    const path = `/${newId()}`;
    answers.set(path, answer);
    return `${url}${path}`;
  };
  const serveText = (text: string, type = 'application/json') =>
    serve((_, response) => response.writeHead(200, { 'Content-Type': type }).end(text));
  return {
    url,
    requests: asked,
    serve,
    serveText,
    serveFeed: (cams) => serveText(JSON.stringify({ cams })),
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}
