import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { enrolPasskey as endpoint } from '#contract/operator/desk-session';
import { MAX_PASSKEYS } from '#contract/operator/passkeys';
import { batch, violatedConstraint } from '#db/client';
import { useEnrolment } from '#db/queries/operator/operators';
import { insertPasskey, takeChallenge } from '#db/queries/operator/passkeys';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { prepareDeskSession } from '../../../domain/open-desk-session.ts';
import { UNPROVEN } from '../../../domain/operating/record-act.ts';
import { ceremonyOf } from '../../../domain/passkey-challenge.ts';
import { operatorAnswer } from '../../../domain/require-operator.ts';
import { verifyNewPasskey } from '../../../platform/passkeys/verify-passkey.ts';

/** Stores the passkey that was made with an enrolment code and opens a session of the desk. The code is void then. */
export async function enrolPasskey(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const [challenge] = await takeChallenge(db, { id: input.challenge, purpose: 'enrol', tokenHash: null }, now);
  if (!challenge?.codeHash) return refuse('passkey_refused');
  const passkey = await verifyNewPasskey(input.response, ceremonyOf(ctx, challenge));
  if (!passkey) return refuse('passkey_refused');
  const { memberId, codeHash } = challenge;
  const row = { ...passkey, memberId, name: input.name, transports: input.response.response.transports, createdAt: now, usedAt: now };
  const session = await prepareDeskSession(ctx, { memberId, passkeyId: passkey.id, act: 'passkey_added' });
  try {
    const {
      operator: [operator],
    } = await batch(db, {
      usedCode: useEnrolment(db, memberId, codeHash, now),
      passkey: insertPasskey(db, row, MAX_PASSKEYS, previousStatementWrote),
      ...session.statements,
    });
    if (!operator) throw new Error('a session was opened and not found');
    session.keep();
    return { operator: operatorAnswer(operator, now) };
  } catch (error) {
    if (violatedConstraint(error) === UNPROVEN) return refuse('passkey_refused');
    throw error;
  }
}
