import { insertSession } from '#db/queries/session';
import { SESSION_MS } from './as-member.ts';
import type { Context } from './context.ts';
import { base64url, randomId, sha256 } from './ids.ts';

/** A fresh session of a member: the statement that stores its hash, and the token for the cookie once that is committed. */
export async function openSession(ctx: Context, memberId: string) {
  const token = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const statement = insertSession(ctx.db, {
    id: randomId(),
    memberId,
    tokenHash: await sha256(token),
    device: ctx.visitor.device,
    createdAt: ctx.now,
    seenAt: ctx.now,
    expiresAt: ctx.now + SESSION_MS,
  });
  return { statement, keep: () => ctx.session.start(memberId, token) };
}
