import type { OutputOf } from '#contract/endpoint';
import { type startPasskey as endpoint, MAX_PASSKEYS } from '#contract/operator/passkeys';
import { insertChallenge, passkeysOf } from '#db/queries/operator/passkeys';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { creationOptions, MAX_CHALLENGES, newChallenge } from '../../../domain/passkey-challenge.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime } from '../../../lib/iso-time.ts';

/** A challenge with which the browser makes another passkey of the operator. */
export async function startPasskey(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { operator, passkeys } = await requireOperator(ctx, { isConfirmed: true }, (id, db) => ({ passkeys: passkeysOf(db, id) }));
  if (passkeys.length >= MAX_PASSKEYS) refuse('conflict');
  const { memberId, sessionId, email, name } = operator;
  const challenge = newChallenge(ctx, { memberId, sessionId, purpose: 'add_passkey' });
  const stored = await insertChallenge(ctx.db, challenge, { now: ctx.now, most: MAX_CHALLENGES });
  if (stored.length === 0) refuse('too_many', { limit: MAX_CHALLENGES, ends_at: isoTime(challenge.expiresAt) });
  return { challenge: challenge.id, options: creationOptions(ctx, challenge, { id: memberId, email, name }, passkeys) };
}
