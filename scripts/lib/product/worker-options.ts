import { readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, fetch, Headers, type MiniflareOptions, type Request, type Response } from 'miniflare';
import { readSetUp } from '../build/worker-config.ts';

export interface WorkerOptions {
  /** The built module. */
  readonly bundle: string;
  readonly host: string;
  readonly port: number;
  /** Where the local R2 bucket keeps its objects. */
  readonly dir: string;
  /** Variables that take the place of those in wrangler.toml. */
  readonly variables: Readonly<Record<string, string>>;
  /** Where the built page lies, if not where the build puts it. */
  readonly pageDir?: string;
  /** Takes every request the Worker makes to another machine; its address goes along as `X-Outbound-Url`. */
  readonly outbound?: string;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

function sendOutboundTo(fake: string) {
  return async (request: Request): Promise<Response> => {
    if (LOOPBACK.has(new URL(request.url).hostname)) return fetch(request);
    const headers = new Headers(request.headers);
    headers.set('X-Outbound-Url', request.url);
    const body = request.body ? await request.arrayBuffer() : null;
    return fetch(fake, { method: request.method, headers, body, redirect: 'manual' });
  };
}

/** The set-up of wrangler.toml as it was at the build, with the built Worker in it (docs/decisions/0016-start-miniflare-directly.md). */
export function miniflareOptions({ bundle, host, port, dir, variables, pageDir, outbound }: WorkerOptions): MiniflareOptions {
  const { assets, ...fromToml } = readSetUp();
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
