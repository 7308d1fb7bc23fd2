import { readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, fetch, Headers, type MiniflareOptions, type Request, Response } from 'miniflare';
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
  /**
   * Requests come to the Worker at once, and not by way of Miniflare's entry Worker and its assets Worker, which run in the same thread. It
   * has no files of the page then.
   */
  readonly isDirect?: boolean;
  /** A Worker beside it passes posts to its rooms, see ROOM_POSTS_WORKER. */
  readonly hasRoomPosts?: boolean;
}

/** The name of the local Worker, and of the one that posts to its rooms. */
const WORKER = 'vonk';
export const ROOM_POSTS_WORKER = 'room-posts';

/**
 * A Worker that passes `POST /<room>` on to a room by a call, as the site's Worker posts, and `POST /` to what delivers events again. It
 * holds nothing afterwards: a room that a test holds does not hibernate.
 */
const roomPostsWorker = (compatibilityDate: unknown) => ({
  name: ROOM_POSTS_WORKER,
  compatibilityDate: String(compatibilityDate),
  durableObjects: {
    MEMBER_ROOM: { className: 'MemberRoom', scriptName: WORKER, useSQLite: true },
    EVENT_RETRY: { className: 'EventRetry', scriptName: WORKER, useSQLite: true },
  },
  modules: [
    {
      type: 'ESModule' as const,
      path: 'index.js',
      contents: `export default {
        async fetch(request, env) {
          const name = new URL(request.url).pathname.slice(1);
          if (name !== '') return Response.json(await env.MEMBER_ROOM.getByName(name).post(await request.json()));
          await env.EVENT_RETRY.getByName('events').schedule(Date.now());
          return new Response(null, { status: 204 });
        },
      };`,
    },
  ],
});

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

const noFile = (): Response => new Response(null, { status: 404 });

/**
 * Miniflare's options: the configuration of wrangler.toml at the last build, with the built Worker
 * (docs/decisions/0016-start-miniflare-directly.md).
 */
export function miniflareOptions(options: WorkerOptions): MiniflareOptions {
  const { bundle, host, port, dir, variables, pageDir, outbound, hasRoomPosts, isDirect } = options;
  const { assets, ...fromToml } = readWorkerConfig();
  return convertV4MiniflareOptions({
    host,
    // The port is that of the Worker itself, and Miniflare's entry Worker gets any other.
    port: isDirect ? 0 : port,
    cf: false,
    resourcePersistencePath: dir,
    workers: [
      {
        ...fromToml,
        name: WORKER,
        ...(isDirect
          ? { unsafeDirectSockets: [{ host, port }], serviceBindings: { ...(fromToml.serviceBindings ?? {}), ASSETS: noFile } }
          : { assets: pageDir ? { ...assets, directory: pageDir } : assets }),
        bindings: { ...(fromToml.bindings ?? {}), ...variables },
        modules: [{ type: 'ESModule', path: 'index.js', contents: readFileSync(bundle, 'utf8') }],
        ...(outbound ? { outboundService: sendOutboundTo(outbound) } : {}),
      },
      ...(hasRoomPosts ? [roomPostsWorker(fromToml.compatibilityDate)] : []),
    ],
  });
}
