import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { socketOriginsOf } from '../rooms/room-address.ts';
import { type HonoEnv, lastKnownSettings } from './request-context.ts';

const handlers = new Map<string, MiddlewareHandler>();
const originOf = (prefix: string) => (URL.canParse(prefix) ? [new URL(prefix).origin] : []);

function headersFor(roomOrigins: readonly string[], cdnPrefix: string): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...originOf(cdnPrefix)],
      connectSrc: ["'self'", ...roomOrigins],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: ['self'], payment: [] },
    crossOriginResourcePolicy: 'same-origin',
    // A header that a route has set stays, such as the `Referrer-Policy` of a redirect to a partner.
    overwrite: false,
  });
}

const POLICY = 'Content-Security-Policy';

/**
 * Sets the security headers of every answer (docs/product.md, "Security headers"). In a page the content security policy also allows the
 * inline scripts of the build, by their hashes.
 */
export const contentSecurity: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const { env } = c.var;
  const { cdn_prefix } = lastKnownSettings(env);
  const roomOrigins = socketOriginsOf(env);
  const key = `${roomOrigins.join(' ')} ${cdn_prefix}`;
  const handler = handlers.get(key) ?? headersFor(roomOrigins, cdn_prefix);
  handlers.set(key, handler);
  await handler(c, next);
  const { inlineScripts } = c.var;
  const policy = c.res.headers.get(POLICY);
  const sources = inlineScripts?.map((hash) => ` '${hash}'`).join('');
  if (sources && policy) c.res.headers.set(POLICY, policy.replace("script-src 'self'", `$&${sources}`));
};
