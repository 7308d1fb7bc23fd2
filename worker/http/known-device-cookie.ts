import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sign } from '#contract/signed-token';
import type { Env } from '../config/env.ts';
import type { KnownDevicePort } from '../domain/context.ts';
import { sha256 } from '../lib/crypto.ts';
import { createToken, readToken } from '../lib/tokens.ts';
import { networkOf } from './client-network.ts';

/** The cookie of a device on which somebody has logged in, so that failed logins of others do not count for it. */
const KNOWN_DEVICE_COOKIE = 'known_device';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The cookie of this request and of its answer that tells for which account the device is known (docs/product.md, "Limits on password attempts"). */
export function knownDevicePort(c: HonoContext, { SITE_URL, SIGNING_KEY }: Env, now: number): KnownDevicePort {
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure: SITE_URL.startsWith('https:') } as const;
  const idFor = async (email: string): Promise<string | null> => {
    const cookie = getCookie(c, KNOWN_DEVICE_COOKIE);
    const claims = cookie ? await readToken(SIGNING_KEY, 'known_device', cookie, now) : null;
    return claims && claims.email === (await sha256(email)) ? claims.device : null;
  };
  return {
    idFor,
    async prepare(email) {
      // Not a random id: whoever once had the password could log in often, and would have tries for each.
      const inThisNetwork = () => sign(SIGNING_KEY, `device of ${email} in ${networkOf(c.req.raw)}`);
      const claims = { device: (await idFor(email)) ?? (await inThisNetwork()), email: await sha256(email) };
      const token = await createToken(SIGNING_KEY, 'known_device', claims, now);
      return { keep: () => setCookie(c, KNOWN_DEVICE_COOKIE, token, { ...options, maxAge: YEAR_SECONDS }) };
    },
    forget: () => deleteCookie(c, KNOWN_DEVICE_COOKIE, options),
  };
}
