import { batch } from '#db/client';
import { deleteDeskSessions } from '#db/queries/operator/desk-sessions';
import type { Context } from '../../../domain/context.ts';
import { recordAct } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Ends this session of the desk. */
export async function logOutOperator(ctx: Context): Promise<undefined> {
  const { db, now } = ctx;
  ctx.deskSession.end();
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  const { memberId } = operator;
  await batch(db, {
    ended: deleteDeskSessions(db, memberId, [operator.sessionId]),
    // Without a proof, because the session has ended in the statement before.
    act: recordAct(db, now, { kind: 'operator', memberId }, { act: 'logged_out' }),
  });
}
