import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { join } from 'node:path';
import { runTool } from '../../../scripts/lib/process/run-tool.ts';

/** A page or file that the edge answers out of its own memory. */
export interface Kept {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const OF_ONE_CONNECTION = /^(:|connection$|keep-alive$|transfer-encoding$|upgrade$|host$)/;
const without = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.test(name)));

/** A certificate of this machine's own, for as long as the bench lasts. */
async function certificate(dir: string): Promise<{ key: Buffer; cert: Buffer }> {
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const { code, output } = await runTool('openssl', ['req', '-x509', ...curve, '-subj', '/CN=localhost', '-keyout', key, '-out', cert]);
  if (code !== 0) throw new Error(`openssl made no certificate: ${output}`);
  return { key: await readFile(key), cert: await readFile(cert) };
}

interface EdgeOptions {
  readonly port: number;
  /** The Worker behind it. */
  readonly origin: string;
  readonly dir: string;
}

/** What stands before a deployed Worker: HTTP/2 over TLS. Paths put into `kept` are answered by itself. */
export async function startEdge({ port, origin, dir }: EdgeOptions, lifetime: AsyncDisposableStack): Promise<Map<string, Kept>> {
  const kept = new Map<string, Kept>();
  function pass(asked: Http2ServerRequest, answer: Http2ServerResponse): void {
    const passed = request(new URL(asked.url, origin), { method: asked.method, headers: without(asked.headers) }, (from) => {
      answer.writeHead(from.statusCode ?? 502, without(from.headers));
      from.pipe(answer);
    });
    passed.on('error', () => answer.writeHead(502).end());
    asked.pipe(passed);
  }
  const server = createSecureServer({ ...(await certificate(dir)), allowHTTP1: true }, (asked, answer) => {
    const own = kept.get(asked.url);
    if (own) answer.writeHead(200, own.headers).end(own.body);
    else pass(asked, answer);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, 'localhost', resolve);
  await promise;
  lifetime.defer(async () => {
    server.close();
  });
  return kept;
}
