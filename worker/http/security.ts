import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { partyUrl } from '../platform/publish.ts';
import type { HonoEnv } from './request-context.ts';

const handlers = new Map<string, MiddlewareHandler>();

function headersFor(partyHost: string): MiddlewareHandler {
  const rooms = partyUrl(partyHost).replace(/^http/, 'ws');
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'", rooms],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: ['self'], payment: [] },
    crossOriginResourcePolicy: 'same-origin',
  });
}

/** The header policy of every route: own scripts and styles only, no frames, sockets to the rooms. */
export const contentSecurity: MiddlewareHandler<HonoEnv> = (c, next) => {
  const host = c.var.env.PARTY_HOST;
  const handler = handlers.get(host) ?? headersFor(host);
  handlers.set(host, handler);
  return handler(c, next);
};
