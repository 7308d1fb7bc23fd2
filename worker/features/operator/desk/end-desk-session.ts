import type { ParsedInputOf } from '#contract/endpoint';
import type { endDeskSession as endpoint } from '#contract/operator/desk-session';
import { batch } from '#db/client';
import { deleteDeskSessions, isDeskSessionOf } from '#db/queries/operator/desk-sessions';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { recordAct, withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Ends one session of the desk of the operator. One of somebody else is answered like an unknown one. */
export async function endDeskSession(ctx: Context, { id }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  const { ended } = await withProof(() =>
    batch(db, {
      act: recordAct(db, now, operator.actor, { act: 'session_ended' }, isDeskSessionOf(operator.memberId, id)),
      ended: deleteDeskSessions(db, operator.memberId, [id]),
    }),
  );
  if (ended.length === 0) refuse('not_found');
  if (id === operator.sessionId) ctx.deskSession.end();
}
