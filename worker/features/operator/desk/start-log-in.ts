import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { startLogIn as endpoint } from '#contract/operator/desk-session';
import { batch } from '#db/client';
import { operatorOfMember, selectEnrolment } from '#db/queries/operator/operators';
import { hasPasskey, insertChallenge, isEnrolmentCode, passkeysOf } from '#db/queries/operator/passkeys';
import type { Context } from '../../../domain/context.ts';
import { authenticate } from '../../../domain/credentials.ts';
import { refuse, refuseFields } from '../../../domain/errors.ts';
import { creationOptions, enrolmentHash, MAX_CHALLENGES, newChallenge, requestOptions } from '../../../domain/passkey-challenge.ts';
import { isoTime } from '../../../lib/iso-time.ts';

/**
 * Checks the password of an operator and gives the challenge for the passkey, or, with an enrolment code, that for a new passkey. An account
 * that is no operator is answered like a wrong password. Tries count like those to log in as a member (docs/product.md, "Operators").
 */
export async function startLogIn(
  ctx: Context,
  { code, ...credentials }: ParsedInputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  const member = await authenticate(ctx, credentials);
  const codeHash = code === undefined ? null : await enrolmentHash(code);
  const challenge = newChallenge(ctx, { memberId: member.id, purpose: codeHash === null ? 'log_in' : 'enrol', codeHash });
  const when = codeHash === null ? hasPasskey(member.id) : isEnrolmentCode(member.id, codeHash, now);
  const {
    operator: [operator],
    ...rows
  } = await batch(db, {
    operator: operatorOfMember(db, member.id),
    passkeys: passkeysOf(db, member.id),
    code: codeHash === null ? null : selectEnrolment(db, member.id, codeHash, now),
    challenge: insertChallenge(db, challenge, { now, most: MAX_CHALLENGES, when }),
  });
  if (!operator) return refuse('wrong_credentials');
  if (member.status === 'banned') refuse('banned', member.banReason ? { reason: member.banReason } : {});
  if (member.status !== 'active') refuse('wrong_credentials');
  if (codeHash === null && rows.passkeys.length === 0) return { step: 'code' };
  if (codeHash !== null && rows.code.length === 0) refuseFields({ code: 'unknown' });
  if (rows.challenge.length === 0) refuse('too_many', { limit: MAX_CHALLENGES, ends_at: isoTime(challenge.expiresAt) });
  if (codeHash === null) return { step: 'passkey', challenge: challenge.id, options: requestOptions(ctx, challenge, rows.passkeys) };
  return { step: 'enrolment', challenge: challenge.id, options: creationOptions(ctx, challenge, member, rows.passkeys) };
}
