import type { RateLimit } from '@cloudflare/workers-types';
import type { MiddlewareHandler } from 'hono';
import { MINUTE } from '#contract/durations';
import type { Env } from '../config/env.ts';
import { refuse } from '../domain/errors.ts';
import { networkOf } from './client-network.ts';
import type { HonoEnv } from './request-context.ts';

/** Paths whose answers are files, of which a page loads many at once. */
const FILE_PATHS = /^\/(photos|cams|assets|icons|_i18n)\//;

/** Paths of calls, and of sockets, each of which follows a call for its ticket. */
const CALL_PATHS = /^\/(api|parties)\//;

/** The limiter of a path: of API calls, of files or of pages. */
function limiterOf(path: string, { API_RATE_LIMIT, FILE_RATE_LIMIT, PAGE_RATE_LIMIT }: Env): RateLimit | undefined {
  if (CALL_PATHS.test(path)) return API_RATE_LIMIT;
  return FILE_PATHS.test(path) ? FILE_RATE_LIMIT : PAGE_RATE_LIMIT;
}

/**
 * The flood guard: refuses with `too_many` more requests in 60 seconds from one network than wrangler.toml allows for API calls and
 * sockets, files, and pages, in production only. This is far above the limits that are counted in the database
 * (docs/decisions/0014-count-rate-limits-in-the-database.md).
 */
export const limitNetworkRate: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const { env } = c.var;
  const limiter = env.ENVIRONMENT === 'production' ? limiterOf(c.req.path, env) : undefined;
  if (limiter) {
    const { success } = await limiter.limit({ key: networkOf(c.req.raw) });
    if (!success) refuse('too_many', { ends_at: new Date(Date.now() + MINUTE).toISOString() });
  }
  await next();
};
