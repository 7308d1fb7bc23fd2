import type { MiddlewareHandler } from 'hono';
import { refuse } from '../domain/errors.ts';
import { MINUTE } from '../domain/rate-limit.ts';
import { networkOf } from './client-network.ts';
import type { HonoEnv } from './request-context.ts';

/**
 * A coarse guard of a production site, far above the counted limits (docs/decisions/0014-count-rate-limits-in-the-database.md). A local
 * site does not have it.
 */
export const holdBackFloods: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const { FLOOD_GUARD, ENVIRONMENT } = c.var.env;
  if (FLOOD_GUARD && ENVIRONMENT === 'production') {
    const { success } = await FLOOD_GUARD.limit({ key: networkOf(c.req.raw) });
    if (!success) refuse('too_many', { ends_at: new Date(Date.now() + MINUTE).toISOString() });
  }
  await next();
};
