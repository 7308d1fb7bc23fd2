import type { Context as HonoContext } from 'hono';
import type { HonoEnv } from './request-context.ts';

/** What the service worker is made of: itself, its half for pushes, and the page without boot data that it starts members' pages from. */
export const BUILT_FILES = ['/sw.js', '/sw-push.js', '/index.html'] as const;

/** A built file as it is, asked for anew each time: a browser that held an old one would not hear of an update (api.md, Around it). */
export async function serveBuilt(c: HonoContext<HonoEnv>): Promise<Response> {
  const found = await c.var.env.ASSETS.fetch(c.req.raw);
  const answer = new Response(found.body, found);
  answer.headers.set('Cache-Control', 'no-cache');
  answer.headers.set('X-Robots-Tag', 'noindex');
  return answer;
}
