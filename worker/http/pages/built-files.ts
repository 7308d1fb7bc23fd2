import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import type { HonoEnv } from '../request-context.ts';
import { NOINDEX } from '../robots.ts';
import { assetOf } from './head-texts.ts';
import { PageFiles } from './page-head.ts';

/** What the build writes about its pages: its id, the hashes of the inline scripts in their head, and the files that each page loads first. */
const PagePreloads = v.object({
  build: v.string(),
  inline_scripts: v.array(v.string()),
  pages: v.record(v.string(), PageFiles),
});
type PagePreloads = v.InferOutput<typeof PagePreloads>;

let preloads: PagePreloads | undefined;

/** That file, read once per isolate. */
export async function pagePreloads(c: HonoContext<HonoEnv>): Promise<PagePreloads> {
  preloads ??= v.parse(PagePreloads, await (await assetOf(c, '/page-preloads.json')).json());
  return preloads;
}

/** The files of the service worker: its script, the one for pushes, and the page without boot data from which it starts members' pages. */
export const SERVICE_WORKER_FILES = ['/sw.js', '/sw-push.js', '/index.html'] as const;

/**
 * Answers a built file that browsers revalidate on each use, because a browser that cached an old one would miss updates
 * (docs/product.md, "Caching of answers").
 */
export async function serveBuiltFile(c: HonoContext<HonoEnv>): Promise<Response> {
  if (c.req.path === '/index.html') c.set('inlineScripts', (await pagePreloads(c)).inline_scripts);
  const found = await c.var.env.ASSETS.fetch(c.req.raw);
  const answer = new Response(found.body, found);
  answer.headers.set('Cache-Control', 'no-cache');
  answer.headers.set('X-Robots-Tag', NOINDEX['X-Robots-Tag']);
  return answer;
}
