import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen, type RunningServer } from './listen.ts';

/** A request that the classifier received. */
interface ClassifierRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How the classifier answers: a body with status 200, or whatever a function does; one that does nothing never answers. */
export type ClassifierAnswer = string | ((response: ServerResponse) => void);

export interface ClassifierServer extends RunningServer {
  /** Every request in order. */
  readonly requests: ClassifierRequest[];
  /** The answer to the next requests. */
  answer: ClassifierAnswer;
}

/** The body with which a classifier gives its verdict. */
export const verdict = (name: string): string => JSON.stringify({ verdict: name });

/** Imitates a service that looks at pictures, as docs/deploying.md describes it. It says `pass` until it is told otherwise. */
export async function startClassifierServer(): Promise<ClassifierServer> {
  const requests: ClassifierRequest[] = [];
  const held = { answer: verdict('pass') as ClassifierAnswer };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    const { answer } = held;
    if (typeof answer === 'string') response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
    else answer(response);
  });
  const { url, stop } = await listen(server, 'http');
  return {
    url,
    requests,
    get answer() {
      return held.answer;
    },
    set answer(next) {
      held.answer = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await stop();
    },
  };
}
