import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SessionPort } from '../domain/context.ts';
import { SESSION_MS } from '../domain/require-session.ts';
import { sha256 } from '../lib/crypto.ts';

const NAME = 'session';
const SHAPE = /^([\w-]{22})\.([\w-]{43})$/;
/** A cookie that is set for a few seconds by each call that writes. Meanwhile this browser reads from the primary, not from a replica. */
const WROTE = 'wrote';
const WROTE_SECONDS = 5;

const optionsOf = (siteUrl: string) => ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: siteUrl.startsWith('https:') }) as const;

/** The session cookie `<member id>.<random token>` of this request and of its answer (docs/product.md, "Session lifetime"). */
export async function sessionPort(c: HonoContext, siteUrl: string): Promise<SessionPort> {
  const options = optionsOf(siteUrl);
  const found = SHAPE.exec(getCookie(c, NAME) ?? '');
  const [, memberId = '', token = ''] = found ?? [];
  return {
    claim: found ? { memberId, tokenHash: await sha256(token) } : null,
    start: (id, newToken) => setCookie(c, NAME, `${id}.${newToken}`, { ...options, maxAge: SESSION_MS / 1000 }),
    renew: () => found && setCookie(c, NAME, found[0], { ...options, maxAge: SESSION_MS / 1000 }),
    end: () => deleteCookie(c, NAME, options),
  };
}

/** Whether a call of this browser has written something in the last few seconds. */
export const hasJustWritten = (c: HonoContext): boolean => getCookie(c, WROTE) === '1';
/** Sets the cookie that `hasJustWritten` reads. */
export const noteWrite = (c: HonoContext, siteUrl: string): void =>
  setCookie(c, WROTE, '1', { ...optionsOf(siteUrl), maxAge: WROTE_SECONDS });
