import type { Env } from '../config/env.ts';
import { refuse } from '../domain/errors.ts';

type SiteEnv = Pick<Env, 'ENVIRONMENT' | 'SITE_URL'>;

/** The origins of this site: that of SITE_URL, in development also the loopback addresses with its port. */
export function allowedOrigins(env: SiteEnv): readonly string[] {
  if (env.ENVIRONMENT === 'production') return [env.SITE_URL];
  const { port } = new URL(env.SITE_URL);
  return [env.SITE_URL, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
}

/**
 * Refuses with `bad_origin` if `Origin` or `Sec-Fetch-Site` says that another site made the request (docs/product.md, "Origin check"). A
 * client that sends neither header is no browser and passes.
 */
export function requireSameOrigin(request: Request, env: SiteEnv): void {
  const origin = request.headers.get('Origin');
  if (origin !== null && !allowedOrigins(env).includes(origin)) refuse('bad_origin');
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null && site !== 'same-origin' && site !== 'none') refuse('bad_origin');
}
