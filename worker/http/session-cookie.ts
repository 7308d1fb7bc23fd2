import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SessionPort } from '../domain/context.ts';
import { SESSION_MS } from '../domain/require-session.ts';
import { sha256 } from '../lib/crypto.ts';

const SESSION_COOKIE = 'session';
const SESSION_PATTERN = /^([\w-]{22})\.([\w-]{43})$/;
/** A cookie that is set for a few seconds by each call that writes. Meanwhile this browser reads from the primary, not from a replica. */
const WROTE_COOKIE = 'wrote';
const WROTE_SECONDS = 5;

const optionsOf = (siteUrl: string) => ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: siteUrl.startsWith('https:') }) as const;

/** The session cookie `<member id>.<random token>` of this request and of its answer (docs/product.md, "Session lifetime"). */
export async function sessionPort(c: HonoContext, siteUrl: string): Promise<SessionPort> {
  const options = optionsOf(siteUrl);
  const found = SESSION_PATTERN.exec(getCookie(c, SESSION_COOKIE) ?? '');
  const [, memberId = '', token = ''] = found ?? [];
  return {
    credential: found ? { memberId, tokenHash: await sha256(token) } : null,
    start: (id, newToken) => setCookie(c, SESSION_COOKIE, `${id}.${newToken}`, { ...options, maxAge: SESSION_MS / 1000 }),
    renew: () => found && setCookie(c, SESSION_COOKIE, found[0], { ...options, maxAge: SESSION_MS / 1000 }),
    end: () => deleteCookie(c, SESSION_COOKIE, options),
  };
}

/** Whether a call of this browser has written something in the last few seconds. */
export const hasRecentlyWritten = (c: HonoContext): boolean => getCookie(c, WROTE_COOKIE) === '1';
/** Sets the cookie that `hasRecentlyWritten` reads. */
export const setWroteCookie = (c: HonoContext, siteUrl: string): void =>
  setCookie(c, WROTE_COOKIE, '1', { ...optionsOf(siteUrl), maxAge: WROTE_SECONDS });
