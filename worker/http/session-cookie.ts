import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SessionPort } from '../domain/context.ts';
import { SESSION_MS } from '../domain/require-session.ts';
import { sha256 } from '../lib/crypto.ts';

const SESSION_COOKIE = 'session';
const SESSION_PATTERN = /^([\w-]{22})\.([\w-]{43})$/;

/** What a cookie of the server has that no script may read. */
export const serverCookieOptions = (siteUrl: string) =>
  ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: siteUrl.startsWith('https:') }) as const;

/** The session cookie `<member id>.<random token>` of this request and of its answer (docs/product.md, "Session lifetime"). */
export async function sessionPort(c: HonoContext, siteUrl: string): Promise<SessionPort> {
  const options = serverCookieOptions(siteUrl);
  const found = SESSION_PATTERN.exec(getCookie(c, SESSION_COOKIE) ?? '');
  const [, memberId = '', token = ''] = found ?? [];
  return {
    credential: found ? { memberId, tokenHash: await sha256(token) } : null,
    start: (id, newToken) => setCookie(c, SESSION_COOKIE, `${id}.${newToken}`, { ...options, maxAge: SESSION_MS / 1000 }),
    renew: () => found && setCookie(c, SESSION_COOKIE, found[0], { ...options, maxAge: SESSION_MS / 1000 }),
    end: () => deleteCookie(c, SESSION_COOKIE, options),
  };
}

/** Whether a request names a session, valid or not. */
export const hasSessionCookie = (c: HonoContext): boolean => SESSION_PATTERN.test(getCookie(c, SESSION_COOKIE) ?? '');
