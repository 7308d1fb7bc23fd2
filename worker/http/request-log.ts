import type { MiddlewareHandler } from 'hono';
import { recordVitals } from '#contract/vitals';

const ID = /\/[\w-]{22}(?=\/|$)/g;
/** A long path segment, or one with `@` or `%`. No address of this site has one, so it may be an e-mail address or a token. */
const FOREIGN = /\/(?:[^/]{41,}|[^/]*(?:@|%)[^/]*)(?=\/|$)/g;

/**
 * Logs API calls and failed requests: method, path without query, status, milliseconds. Ids in paths become `:id`. Reports of vitals are left
 * out: a line tells when somebody left a page.
 */
export const logRequest: MiddlewareHandler = async (c, next) => {
  const startedAt = Date.now();
  await next();
  const path = c.req.path.replaceAll(ID, '/:id').replaceAll(FOREIGN, '/:text');
  if (c.res.status >= 400 || (path.startsWith('/api/') && path !== recordVitals.path)) {
    console.log(JSON.stringify({ at: 'request', method: c.req.method, path, status: c.res.status, ms: Date.now() - startedAt }));
  }
};
