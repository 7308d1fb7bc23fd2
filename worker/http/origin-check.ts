import type { Env } from '../config/env.ts';
import { refuse } from '../domain/errors.ts';

/** The addresses this site answers for; in development the loopback address, too. */
export function allowedOrigins(env: Env): readonly string[] {
  if (env.ENVIRONMENT === 'production') return [env.SITE_URL];
  const { port } = new URL(env.SITE_URL);
  return [env.SITE_URL, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
}

/**
 * Refuses a change that another site asked for (docs/product.md, "Origin check"). A client that sends neither header is not a browser and
 * passes.
 */
export function holdToOrigin(request: Request, env: Env): void {
  const origin = request.headers.get('Origin');
  if (origin !== null && !allowedOrigins(env).includes(origin)) refuse('bad_origin');
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null && site !== 'same-origin' && site !== 'none') refuse('bad_origin');
}
