import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { confirmOperator as endpoint } from '#contract/operator/desk-session';
import { batch } from '#db/client';
import { confirmDeskSession } from '#db/queries/operator/desk-sessions';
import { passkeyById, takeChallenge, updatePasskeyCounter } from '#db/queries/operator/passkeys';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { recordAct } from '../../../domain/operating/record-act.ts';
import { ceremonyOf } from '../../../domain/passkey-challenge.ts';
import { operatorAnswer, requireOperator } from '../../../domain/require-operator.ts';
import { verifyPasskey } from '../../../platform/passkeys/verify-passkey.ts';

/** Confirms with a passkey of the operator; what needs a confirmation is then possible in this session for five minutes. */
export async function confirmOperator(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const tokenHash = ctx.deskSession.credential?.tokenHash ?? '';
  const {
    operator,
    challenge: [challenge],
    passkey: [passkey],
  } = await requireOperator(ctx, {}, () => ({
    challenge: takeChallenge(db, { id: input.challenge, purpose: 'confirm', tokenHash }, now),
    passkey: passkeyById(db, input.response.id),
  }));
  if (!challenge || passkey?.memberId !== operator.memberId) return refuse('passkey_refused');
  const use = await verifyPasskey(input.response, passkey, ceremonyOf(ctx, challenge));
  if (!use) {
    await recordAct(db, now, { kind: 'operator', memberId: operator.memberId }, { act: 'passkey_refused', subject: passkey.name });
    return refuse('passkey_refused');
  }
  const { confirmed } = await batch(db, {
    usedPasskey: updatePasskeyCounter(db, { id: passkey.id, counter: use.counter, now }),
    confirmed: confirmDeskSession(db, operator.sessionId, now, previousStatementWrote),
  });
  if (confirmed.length === 0) return refuse('passkey_refused');
  return { operator: operatorAnswer({ ...operator, confirmedAt: now }, now) };
}
