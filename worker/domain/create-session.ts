import { insertSession } from '#db/queries/shared/sessions';
import { base64url, randomId, sha256 } from '../lib/crypto.ts';
import type { Context } from './context.ts';
import { SESSION_MS } from './require-session.ts';

/**
 * A fresh session of a member: the statement that stores its hash, with no row when their password or state has changed since they were
 * read, and the token for the cookie once that is committed.
 */
export async function openSession(ctx: Context, { id: memberId, passwordHash }: { id: string; passwordHash: string }) {
  const token = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const tokenHash = await sha256(token);
  const times = { createdAt: ctx.now, seenAt: ctx.now, expiresAt: ctx.now + SESSION_MS };
  const id = randomId();
  const statement = insertSession(ctx.db, { id, memberId, tokenHash, device: ctx.visitor.device, ...times }, passwordHash);
  return { id, statement, keep: () => ctx.session.start(memberId, token) };
}
