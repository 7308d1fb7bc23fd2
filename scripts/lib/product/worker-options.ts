import { readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, fetch, Headers, type MiniflareOptions, type Request, type Response } from 'miniflare';
import { readWorkerConfig } from '../build/worker-config.ts';

/** How the Worker is started locally. */
export interface WorkerOptions {
  /** The file of the built module. */
  readonly bundle: string;
  readonly host: string;
  readonly port: number;
  /** Where the local R2 bucket keeps its objects. */
  readonly dir: string;
  /** Variables that override those of wrangler.toml. */
  readonly variables: Readonly<Record<string, string>>;
  /** The folder of the built page, if not that of the build. */
  readonly pageDir?: string;
  /** URL of a server that gets every request of the Worker to another machine; the original URL is in the header `X-Outbound-Url`. */
  readonly outbound?: string;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Redirects requests of the Worker to this server, except those to this machine. */
function sendOutboundTo(fakeServer: string) {
  return async (request: Request): Promise<Response> => {
    if (LOOPBACK.has(new URL(request.url).hostname)) return fetch(request);
    const headers = new Headers(request.headers);
    headers.set('X-Outbound-Url', request.url);
    const body = request.body ? await request.arrayBuffer() : null;
    return fetch(fakeServer, { method: request.method, headers, body, redirect: 'manual' });
  };
}

/**
 * Miniflare's options: the configuration of wrangler.toml at the last build, with the built Worker
 * (docs/decisions/0016-start-miniflare-directly.md).
 */
export function miniflareOptions({ bundle, host, port, dir, variables, pageDir, outbound }: WorkerOptions): MiniflareOptions {
  const { assets, ...fromToml } = readWorkerConfig();
  return convertV4MiniflareOptions({
    host,
    port,
    cf: false,
    resourcePersistencePath: dir,
    workers: [
      {
        ...fromToml,
        assets: pageDir ? { ...assets, directory: pageDir } : assets,
        bindings: { ...(fromToml.bindings ?? {}), ...variables },
        modules: [{ type: 'ESModule', path: 'index.js', contents: readFileSync(bundle, 'utf8') }],
        ...(outbound ? { outboundService: sendOutboundTo(outbound) } : {}),
      },
    ],
  });
}
