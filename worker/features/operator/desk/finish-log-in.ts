import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { finishLogIn as endpoint } from '#contract/operator/desk-session';
import { batch, violatedConstraint } from '#db/client';
import { passkeyById, takeChallenge, updatePasskeyCounter } from '#db/queries/operator/passkeys';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { prepareDeskSession } from '../../../domain/open-desk-session.ts';
import { recordAct, UNPROVEN } from '../../../domain/operating/record-act.ts';
import { ceremonyOf } from '../../../domain/passkey-challenge.ts';
import { operatorAnswer } from '../../../domain/require-operator.ts';
import { verifyPasskey } from '../../../platform/passkeys/verify-passkey.ts';

/** Opens a session of the desk with the passkey of the operator whose password was checked. A challenge is answered once. */
export async function finishLogIn(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const {
    challenge: [challenge],
    passkey: [passkey],
  } = await batch(db, {
    challenge: takeChallenge(db, { id: input.challenge, purpose: 'log_in', tokenHash: null }, now),
    passkey: passkeyById(db, input.response.id),
  });
  if (!challenge || passkey?.memberId !== challenge.memberId) return refuse('passkey_refused');
  const { memberId } = challenge;
  const use = await verifyPasskey(input.response, passkey, ceremonyOf(ctx, challenge));
  if (!use) {
    // Whoever got this far knew the password: the operator sees it in the record.
    await recordAct(db, now, { kind: 'operator', memberId }, { act: 'passkey_refused', subject: passkey.name });
    return refuse('passkey_refused');
  }
  const session = await prepareDeskSession(ctx, { memberId, passkeyId: passkey.id, act: 'logged_in' });
  try {
    const {
      operator: [operator],
    } = await batch(db, { usedPasskey: updatePasskeyCounter(db, { id: passkey.id, counter: use.counter, now }), ...session.statements });
    if (!operator) throw new Error('a session was opened and not found');
    session.keep();
    return { operator: operatorAnswer(operator, now) };
  } catch (error) {
    if (violatedConstraint(error) === UNPROVEN) return refuse('passkey_refused');
    throw error;
  }
}
