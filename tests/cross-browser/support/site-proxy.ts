import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '../../../scripts/lib/process/ports.ts';

export interface SiteProxy {
  readonly url: string;
  /** All errors that pages have reported so far. */
  readonly errors: string[];
  /** The address of the site, set when it has started. */
  target: string;
  /** If false, the script of the service worker is a 404, so that none can be registered. */
  servesServiceWorker: boolean;
  /** Closes every connection and refuses new ones until `comeBack`, as without a network. */
  disconnect(): Promise<void>;
  /** Accepts connections again. Does nothing if it does so already. */
  reconnect(): Promise<void>;
  stop(): Promise<void>;
}

const SCRIPT = '/_test/console.js';
const REPORT = '/_test/console';

/**
 * A script that reports all errors of a page, since not every driver does. Files that are still loading when the page is left do not count:
 * the browser aborts them.
 */
const REPORTER = `{
  let isLeft = false;
  addEventListener('beforeunload', () => { isLeft = true; });
  addEventListener('pageshow', () => { isLeft = false; });
  const isCutOff = (line) => isLeft && /preload CSS|imported module|Importing a module|Load failed/.test(line);
  const report = (line) => isCutOff(line) || navigator.sendBeacon('${REPORT}', location.pathname + ': ' + line);
  const { error } = console;
  console.error = (...words) => { report(words.map(String).join(' ')); error.apply(console, words); };
  addEventListener('error', ({ message, error }) => {
    const cause = error?.cause ? ' because of ' + error.cause + ' ' + error.cause.stack : '';
    if (message) report(message + cause);
  });
  addEventListener('unhandledrejection', ({ reason }) => report(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => report(violatedDirective + ' ' + blockedURI));
}`;

const isPage = ({ headers }: IncomingMessage) => /^text\/html/.test(headers['content-type'] ?? '');

/** Passes an answer of the site on; adds the reporting script to HTML pages. */
async function answer(from: IncomingMessage, to: ServerResponse): Promise<void> {
  const { statusCode = 502, headers } = from;
  if (!isPage(from)) {
    to.writeHead(statusCode, headers);
    from.pipe(to);
    return;
  }
  const page = (await text(from)).replace('<head>', `<head><script src="${SCRIPT}"></script>`);
  const { 'content-length': _, 'transfer-encoding': __, ...others } = headers;
  to.writeHead(statusCode, { ...others, 'content-length': Buffer.byteLength(page) }).end(page);
}

/** Starts a proxy between browser and site that can cut the network and collects the errors of pages. */
export async function startSiteProxy(): Promise<SiteProxy> {
  const errors: string[] = [];
  const port = await freePort();
  const proxy = { target: '', servesServiceWorker: true };
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const onward = request(
      new URL(incoming.url ?? '/', proxy.target),
      { method: incoming.method, headers },
      (from) => void answer(from, outgoing),
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === SCRIPT) outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(REPORTER);
    else if (incoming.url === REPORT) {
      void text(incoming).then((line) => errors.push(line));
      outgoing.writeHead(204).end();
    } else if (incoming.url === '/sw.js' && !proxy.servesServiceWorker) outgoing.writeHead(404).end();
    else pass(incoming, outgoing);
  });
  const comeBack = async () => {
    if (server.listening) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(port, 'localhost', resolve);
    await promise;
  };
  const goAway = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    server.closeAllConnections();
    await promise;
  };
  await comeBack();
  return Object.assign(proxy, { url: `http://localhost:${port}`, errors, disconnect: goAway, reconnect: comeBack, stop: goAway });
}
