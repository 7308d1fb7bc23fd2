import { insertSession } from '#db/queries/shared/sessions';
import { encodeBase64url, randomId, sha256 } from '../lib/crypto.ts';
import type { Context } from './context.ts';
import { SESSION_MS } from './require-session.ts';

interface SessionOwner {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Prepares a new session of a member. `statement` stores it; it returns no row if the password or the account status has changed since the
 * member was read. `keep` sets the cookies of session and known device and must be called only after the statement was committed with a row.
 */
export async function prepareSession(ctx: Context, { id: memberId, email, passwordHash }: SessionOwner) {
  const token = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const tokenHash = await sha256(token);
  const times = { createdAt: ctx.now, seenAt: ctx.now, expiresAt: ctx.now + SESSION_MS };
  const id = randomId();
  const statement = insertSession(ctx.db, { id, memberId, tokenHash, device: ctx.visitor.device, ...times }, passwordHash);
  const knownDevice = await ctx.knownDevice.prepare(email);
  const keep = () => {
    ctx.session.start(memberId, token);
    knownDevice.keep();
  };
  return { id, statement, keep };
}

/** A `User-Agent` without its version numbers, which change with every update. Two sessions with the same kind count as one device. */
export const deviceKind = (userAgent: string): string => userAgent.replaceAll(/\d+(?:[._]\d+)*/g, '');
