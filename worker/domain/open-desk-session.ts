import { DESK_SESSION_MS, OPERATOR_ROLES } from '#contract/operator/desk-session';
import { insertDeskSession, operatorOfSession } from '#db/queries/operator/desk-sessions';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import { encodeBase64url, randomId, sha256 } from '../lib/crypto.ts';
import type { Context } from './context.ts';
import { recordAct } from './operating/record-act.ts';

/**
 * Prepares a new session of the desk. `statements` open it if the statement before them has written, and record the act; otherwise they break
 * `NOT NULL operator_activity.created_at` and undo the batch. `keep` sets the cookie and must be called only after the batch was committed.
 */
export async function prepareDeskSession(
  ctx: Context,
  { memberId, passkeyId, act }: { readonly memberId: string; readonly passkeyId: string; readonly act: 'logged_in' | 'passkey_added' },
) {
  const { db, now } = ctx;
  const token = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const tokenHash = await sha256(token);
  const id = randomId();
  const session = {
    ...{ id, memberId, passkeyId, tokenHash, device: ctx.visitor.device },
    ...{ createdAt: now, seenAt: now, confirmedAt: now, expiresAt: now + DESK_SESSION_MS },
  };
  const proof = { sessionId: id, roles: OPERATOR_ROLES, confirmedAfter: 0 };
  return {
    statements: {
      openedDesk: insertDeskSession(db, session, previousStatementWrote),
      recordedAct: recordAct(db, now, { kind: 'operator', memberId, proof }, { act }),
      operator: operatorOfSession(db, { memberId, tokenHash }, now),
    },
    keep: () => ctx.deskSession.start(memberId, token),
  };
}
