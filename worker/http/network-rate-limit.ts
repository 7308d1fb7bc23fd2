import type { MiddlewareHandler } from 'hono';
import { MINUTE } from '#contract/durations';
import { refuse } from '../domain/errors.ts';
import { networkOf } from './client-network.ts';
import type { HonoEnv } from './request-context.ts';

/**
 * Refuses with `too_many` above 600 API calls in 60 seconds from one network, in production only. This is far above the limits that are
 * counted in the database (docs/decisions/0014-count-rate-limits-in-the-database.md).
 */
export const limitNetworkRate: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const { NETWORK_RATE_LIMIT, ENVIRONMENT } = c.var.env;
  if (NETWORK_RATE_LIMIT && ENVIRONMENT === 'production') {
    const { success } = await NETWORK_RATE_LIMIT.limit({ key: networkOf(c.req.raw) });
    if (!success) refuse('too_many', { ends_at: new Date(Date.now() + MINUTE).toISOString() });
  }
  await next();
};
