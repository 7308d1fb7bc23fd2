import type { MiddlewareHandler } from 'hono';
import { recordVitals } from '#contract/vitals';
import { Refusal } from '../domain/errors.ts';
import { logLine, requestIdOf, withRequestId } from '../lib/log.ts';

const REQUEST_ID_HEADER = 'X-Request-Id';
const ID = /\/[\w-]{22}(?=\/|$)/g;
/** A long path segment, or one with `@` or `%`. No address of this site has one, so it may be an e-mail address or a token. */
const FOREIGN = /\/(?:[^/]{41,}|[^/]*(?:@|%)[^/]*)(?=\/|$)/g;

/**
 * Logs API calls and failed requests: method, path without query, status, milliseconds. Ids in paths become `:id`. Reports of vitals are left
 * out, since a line tells when somebody left a page, and calls that were shed. All lines that a request causes carry its id, which the answer names as `X-Request-Id`
 * (docs/product.md, "Privacy of logs").
 */
export const logRequest: MiddlewareHandler = (c, next) => {
  const id = requestIdOf(c.req.header(REQUEST_ID_HEADER));
  return withRequestId(id, async () => {
    const startedAt = Date.now();
    await next();
    // The answer that opens a socket takes no headers.
    if (c.res.status !== 101) c.header(REQUEST_ID_HEADER, id);
    const path = c.req.path.replaceAll(ID, '/:id').replaceAll(FOREIGN, '/:text');
    if (c.res.status < 400 && (!path.startsWith('/api/') || path === recordVitals.path)) return;
    // While there is too much to do a line for each refusal would add to it; the lines `load` count them.
    if (c.error instanceof Refusal && c.error.code === 'busy') return;
    logLine('info', { at: 'request', method: c.req.method, path, status: c.res.status, ms: Date.now() - startedAt });
  });
};
