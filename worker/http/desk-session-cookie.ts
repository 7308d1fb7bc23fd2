import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { DESK_SESSION_MS } from '#contract/operator/desk-session';
import type { DeskSessionPort } from '../domain/context.ts';
import { sha256 } from '../lib/crypto.ts';

/** The prefix makes browsers refuse it from other hosts, for other paths and without `Secure`; Chrome and Firefox take it on localhost. */
const DESK_COOKIE = '__Host-desk';
const DESK_PATTERN = /^([\w-]{22})\.([\w-]{43})$/;
const OPTIONS = { httpOnly: true, sameSite: 'Strict', path: '/', secure: true } as const;

/** The cookie of the desk `<member id>.<random token>` of this request and of its answer (docs/product.md, "Operators"). */
export async function deskSessionPort(c: HonoContext): Promise<DeskSessionPort> {
  const [, memberId, token] = DESK_PATTERN.exec(getCookie(c, DESK_COOKIE) ?? '') ?? [];
  return {
    credential: memberId && token ? { memberId, tokenHash: await sha256(token) } : null,
    start: (id, newToken) => setCookie(c, DESK_COOKIE, `${id}.${newToken}`, { ...OPTIONS, maxAge: DESK_SESSION_MS / 1000 }),
    end: () => deleteCookie(c, DESK_COOKIE, OPTIONS),
  };
}
