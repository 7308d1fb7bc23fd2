import type { ParsedInputOf } from '#contract/endpoint';
import type { deletePasskey as endpoint } from '#contract/operator/passkeys';
import { batch } from '#db/client';
import { deletePasskeyOf, isRemovablePasskey, passkeysOf } from '#db/queries/operator/passkeys';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { recordAct, withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Removes a passkey of the operator, with the sessions that it has opened. The last one stays, because nobody could log in without it. */
export async function deletePasskey(ctx: Context, { id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { operator, passkeys } = await requireOperator(ctx, { isConfirmed: true }, (memberId) => ({ passkeys: passkeysOf(db, memberId) }));
  const passkey = passkeys.find((one) => one.id === id) ?? refuse('not_found');
  const { removed } = await withProof(() =>
    batch(db, {
      act: recordAct(db, now, operator.actor, { act: 'passkey_removed', subject: passkey.name }, isRemovablePasskey(operator.memberId, id)),
      removed: deletePasskeyOf(db, operator.memberId, id),
    }),
  );
  if (removed.length === 0) refuse('conflict');
  if (id === operator.passkeyId) ctx.deskSession.end();
}
