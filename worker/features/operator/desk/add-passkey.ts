import type { ParsedInputOf } from '#contract/endpoint';
import { type addPasskey as endpoint, MAX_PASSKEYS } from '#contract/operator/passkeys';
import { batch } from '#db/client';
import { insertPasskey, takeChallenge } from '#db/queries/operator/passkeys';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { recordAct, withProof } from '../../../domain/operating/record-act.ts';
import { ceremonyOf } from '../../../domain/passkey-challenge.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { verifyNewPasskey } from '../../../platform/passkeys/verify-passkey.ts';

/** Stores another passkey of the operator. `conflict`: there are too many, or the passkey is stored already. */
export async function addPasskey(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const tokenHash = ctx.deskSession.credential?.tokenHash ?? '';
  const {
    operator,
    challenge: [challenge],
  } = await requireOperator(ctx, { isConfirmed: true }, () => ({
    challenge: takeChallenge(db, { id: input.challenge, purpose: 'add_passkey', tokenHash }, now),
  }));
  const passkey = challenge ? await verifyNewPasskey(input.response, ceremonyOf(ctx, challenge)) : null;
  if (!passkey) return refuse('passkey_refused');
  const { memberId, actor } = operator;
  const row = { ...passkey, memberId, name: input.name, transports: input.response.response.transports, createdAt: now, usedAt: now };
  const { stored } = await withProof(() =>
    batch(db, {
      stored: insertPasskey(db, row, MAX_PASSKEYS),
      act: recordAct(db, now, actor, { act: 'passkey_added', subject: input.name }, previousStatementWrote),
    }),
  );
  if (stored.length === 0) refuse('conflict');
}
