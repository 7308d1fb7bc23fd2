import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { join } from 'node:path';
import { runTool } from '../../../scripts/lib/process/run-tool.ts';

/** A response that the edge serves from its cache. */
export interface CachedResponse {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const HOP_BY_HOP_HEADERS = /^(:|connection$|keep-alive$|transfer-encoding$|upgrade$|host$)/;
const endToEndHeaders = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP_HEADERS.test(name)));

/** Creates a self-signed certificate. */
async function certificate(dir: string): Promise<{ key: Buffer; cert: Buffer }> {
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const { code, output } = await runTool('openssl', ['req', '-x509', ...curve, '-subj', '/CN=localhost', '-keyout', key, '-out', cert]);
  if (code !== 0) throw new Error(`openssl made no certificate: ${output}`);
  return { key: await readFile(key), cert: await readFile(cert) };
}

interface EdgeOptions {
  readonly port: number;
  /** The address of the Worker. */
  readonly origin: string;
  readonly dir: string;
}

/** Starts a proxy that imitates the edge of a deployed Worker: HTTP/2 over TLS. Returns its cache: paths in it are not passed on. */
export async function startEdge({ port, origin, dir }: EdgeOptions, lifetime: AsyncDisposableStack): Promise<Map<string, CachedResponse>> {
  const cache = new Map<string, CachedResponse>();
  function pass(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
    const onward = request(
      new URL(incoming.url, origin),
      { method: incoming.method, headers: endToEndHeaders(incoming.headers) },
      (from) => {
        outgoing.writeHead(from.statusCode ?? 502, endToEndHeaders(from.headers));
        from.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  }
  const server = createSecureServer({ ...(await certificate(dir)), allowHTTP1: true }, (incoming, outgoing) => {
    const cached = cache.get(incoming.url);
    if (cached) outgoing.writeHead(200, cached.headers).end(cached.body);
    else pass(incoming, outgoing);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, 'localhost', resolve);
  await promise;
  lifetime.defer(async () => {
    server.close();
  });
  return cache;
}
