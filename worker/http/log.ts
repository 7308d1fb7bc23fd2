import type { MiddlewareHandler } from 'hono';

/** One line a request: method, path without query, status and time. Ids in paths become `:id`. */
export const logRequest: MiddlewareHandler = async (c, next) => {
  const begun = Date.now();
  await next();
  const path = c.req.path.replaceAll(/\/[\w-]{22}(?=\/|$)/g, '/:id');
  if (c.res.status >= 400 || path.startsWith('/api/')) {
    console.log(JSON.stringify({ at: 'request', method: c.req.method, path, status: c.res.status, ms: Date.now() - begun }));
  }
};
