import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import { createGzip } from 'node:zlib';
import { runTool } from '../../../scripts/lib/process/run-tool.ts';

/** A response that the edge serves from its cache. */
export interface CachedResponse {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const HOP_BY_HOP_HEADERS = /^(:|connection$|keep-alive$|transfer-encoding$|upgrade$|host$)/;
const endToEndHeaders = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP_HEADERS.test(name)));

const POLICY = 'content-security-policy';
/** A policy that names local rooms without TLS, as a local site's does, would refuse the sockets of a page with TLS. */
const withSecureSockets = (headers: NodeJS.Dict<string | string[]>) =>
  headers[POLICY] ? { ...headers, [POLICY]: String(headers[POLICY]).replaceAll(' ws://localhost:', ' wss://localhost:') } : headers;

/** Types that an edge compresses if the origin has not. */
const COMPRESSIBLE = /^(text\/|image\/svg|application\/(javascript|json|manifest\+json|xml))/;

/** Passes bytes between two connections until one of them ends or breaks. */
function joinConnections(one: Duplex, other: Duplex): void {
  const end = () => {
    one.destroy();
    other.destroy();
  };
  for (const connection of [one, other]) connection.on('error', end).on('close', end);
  one.pipe(other).pipe(one);
}

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
  /** The address of the site behind it. */
  readonly origin: string;
  readonly dir: string;
}

/** Starts a proxy that imitates the edge of a deployed site: HTTP/2 over TLS, and gzip where the site has not compressed. Returns its cache: paths in it are not passed on. */
export async function startEdge({ port, origin, dir }: EdgeOptions, lifetime: AsyncDisposableStack): Promise<Map<string, CachedResponse>> {
  const cache = new Map<string, CachedResponse>();
  function pass(incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
    const onward = request(
      new URL(incoming.url, origin),
      { method: incoming.method, headers: endToEndHeaders(incoming.headers) },
      (from) => {
        const headers = withSecureSockets(endToEndHeaders(from.headers));
        const isCompressed = headers['content-encoding'] !== undefined || !COMPRESSIBLE.test(from.headers['content-type'] ?? '');
        if (isCompressed || from.statusCode !== 200) {
          outgoing.writeHead(from.statusCode ?? 502, headers);
          from.pipe(outgoing);
          return;
        }
        const { 'content-length': _, ...others } = headers;
        outgoing.writeHead(200, { ...others, 'content-encoding': 'gzip' });
        from.pipe(createGzip()).pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  }
  /** Passes a WebSocket on, which browsers open with HTTP/1.1. */
  function passSocket({ method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { hostname, port: portOfOrigin } = new URL(origin);
    const onward = connect(Number(portOfOrigin || 80), hostname);
    const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
    onward.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    onward.write(head);
    joinConnections(socket, onward);
  }
  const server = createSecureServer({ ...(await certificate(dir)), allowHTTP1: true }, (incoming, outgoing) => {
    const cached = cache.get(incoming.url);
    if (cached) outgoing.writeHead(200, cached.headers).end(cached.body);
    else pass(incoming, outgoing);
  });
  server.on('upgrade', passSocket);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, 'localhost', resolve);
  await promise;
  lifetime.defer(async () => {
    server.close();
  });
  return cache;
}

const TLS_HANDSHAKE = 0x16;

/**
 * Starts a proxy in front of the rooms on `roomsPort`: pages with TLS open sockets with TLS, while the Worker posts without, because the
 * host is a local one.
 */
export async function startRoomsEdge(
  { port, roomsPort, dir }: { port: number; roomsPort: number; dir: string },
  lifetime: AsyncDisposableStack,
) {
  const secureContext = createSecureContext(await certificate(dir));
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => connections.delete(socket));
    socket.once('data', (first) => {
      socket.pause();
      socket.unshift(first);
      const isSecure = first[0] === TLS_HANDSHAKE;
      joinConnections(isSecure ? new TLSSocket(socket, { isServer: true, secureContext }) : socket, connect(roomsPort, 'localhost'));
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, 'localhost', resolve);
  await promise;
  lifetime.defer(async () => {
    server.close();
    for (const socket of connections) socket.destroy();
  });
}
