import type { MiddlewareHandler } from 'hono';

const ID = /\/[\w-]{22}(?=\/|$)/g;
/** Nothing of ours has such a part in its address: somebody put an address or a token there. */
const FOREIGN = /\/(?:[^/]{41,}|[^/]*(?:@|%)[^/]*)(?=\/|$)/g;

/** One line a request: method, path without query, status and time. Ids in paths become `:id`. */
export const logRequest: MiddlewareHandler = async (c, next) => {
  const begun = Date.now();
  await next();
  const path = c.req.path.replaceAll(ID, '/:id').replaceAll(FOREIGN, '/:text');
  if (c.res.status >= 400 || path.startsWith('/api/')) {
    console.log(JSON.stringify({ at: 'request', method: c.req.method, path, status: c.res.status, ms: Date.now() - begun }));
  }
};
