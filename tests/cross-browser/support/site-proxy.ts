import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '../../../scripts/lib/process/ports.ts';

export interface SiteProxy {
  readonly url: string;
  /** What pages have called an error on their consoles until now. */
  readonly errors: string[];
  /** Where requests go on to, known when the site has started. */
  target: string;
  /** Without it the site has no service worker to register. */
  hasWorker: boolean;
  /** Ends every connection and takes none, as when the network is gone, until `comeBack`. */
  goAway(): Promise<void>;
  /** Does nothing where it has not gone. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

const SCRIPT = '/_test/console.js';
const REPORT = '/_test/console';

/**
 * Tells of everything that a browser shows as an error, from the first line of a page on: not every driver hands that out. A file that is
 * still loading when the page is left is cut off by the browser, which is no error of the page.
 */
const REPORTER = `{
  let isLeft = false;
  addEventListener('beforeunload', () => { isLeft = true; });
  addEventListener('pageshow', () => { isLeft = false; });
  const isCutOff = (line) => isLeft && /preload CSS|imported module|Importing a module|Load failed/.test(line);
  const tell = (line) => isCutOff(line) || navigator.sendBeacon('${REPORT}', location.pathname + ': ' + line);
  const { error } = console;
  console.error = (...words) => { tell(words.map(String).join(' ')); error.apply(console, words); };
  addEventListener('error', ({ message, error }) => message && tell(message + (error?.cause ? ' because of ' + error.cause + ' ' + error.cause.stack : '')));
  addEventListener('unhandledrejection', ({ reason }) => tell(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => tell(violatedDirective + ' ' + blockedURI));
}`;

const isPage = ({ headers }: IncomingMessage) => /^text\/html/.test(headers['content-type'] ?? '');

/** Hands the site's answer on; a page with the reporter before its own scripts. */
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

/** Stands between the browser and the site: takes the network away, and hears what pages complain of. */
export async function startSiteProxy(): Promise<SiteProxy> {
  const errors: string[] = [];
  const port = await freePort();
  const proxy = { target: '', hasWorker: true };
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
    } else if (incoming.url === '/sw.js' && !proxy.hasWorker) outgoing.writeHead(404).end();
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
  return Object.assign(proxy, { url: `http://localhost:${port}`, errors, goAway, comeBack, stop: goAway });
}
