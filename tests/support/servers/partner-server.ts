import { createServer, type RequestListener } from 'node:http';
import { newId } from '../database/factories.ts';
import { listen, type Started } from './listen.ts';

export interface PartnerServer extends Started {
  /** Everything that was asked: path, query and headers, in order. */
  readonly asked: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[];
  /** Answers at an address that nobody has met before, which it gives. */
  serve(answer: RequestListener): string;
  /** The same with a text of some type. */
  serveText(text: string, type?: string): string;
  /** A feed of these entries. */
  serveFeed(cams: readonly unknown[]): string;
}

/** A partner's server: every file at an address of its own, so that nothing the Worker keeps stands in another's way. */
export async function startPartner(): Promise<PartnerServer> {
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
    asked,
    serve,
    serveText,
    serveFeed: (cams) => serveText(JSON.stringify({ cams })),
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}
