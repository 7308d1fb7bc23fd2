import type { OutputOf } from '#contract/endpoint';
import type { startConfirmation as endpoint } from '#contract/operator/desk-session';
import { insertChallenge, passkeysOf } from '#db/queries/operator/passkeys';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { MAX_CHALLENGES, newChallenge, requestOptions } from '../../../domain/passkey-challenge.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime } from '../../../lib/iso-time.ts';

/** A challenge with which the operator confirms what they are about to do. */
export async function startConfirmation(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { operator, passkeys } = await requireOperator(ctx, {}, (id, db) => ({ passkeys: passkeysOf(db, id) }));
  const { memberId, sessionId } = operator;
  const challenge = newChallenge(ctx, { memberId, sessionId, purpose: 'confirm' });
  const stored = await insertChallenge(ctx.db, challenge, { now: ctx.now, most: MAX_CHALLENGES });
  if (stored.length === 0) refuse('too_many', { limit: MAX_CHALLENGES, ends_at: isoTime(challenge.expiresAt) });
  return { challenge: challenge.id, options: requestOptions(ctx, challenge, passkeys) };
}
