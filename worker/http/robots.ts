import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { PAGES } from '#contract/pages/page-routes';
import type { HonoEnv } from './request-context.ts';

const HOUR_SECONDS = 3600;

/** The header by which search engines leave an answer out (docs/product.md, "Search engines and previews"). */
export const NOINDEX = { 'X-Robots-Tag': 'noindex' } as const;

/** Keeps every answer of a path out of search engines, refusals included. */
export const forbidIndexing: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next();
  c.res.headers.set('X-Robots-Tag', NOINDEX['X-Robots-Tag']);
};

/** The fixed addresses that only members may open, as patterns of robots.txt: there is nothing for a crawler behind them. */
const MEMBER_PAGES = Object.values(PAGES)
  .filter(({ access, path }) => access === 'member' && !path.includes(':'))
  .map(({ path }) => `${path}$`);

/**
 * Answers `/robots.txt`: crawlers may see all that visitors see. Pages of single members stay open to them, because only who reads a page
 * learns that it must not be indexed.
 */
export const serveRobots = (c: HonoContext<HonoEnv>): Response =>
  c.text(['User-agent: *', ...['/api/', ...MEMBER_PAGES].map((path) => `Disallow: ${path}`), ''].join('\n'), 200, {
    'Cache-Control': `public, max-age=${HOUR_SECONDS}`,
  });
