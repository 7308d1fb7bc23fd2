import type { OutputOf } from '#contract/endpoint';
import type { listOwnActivity as endpoint } from '#contract/operator/desk-session';
import { activityOfOperator } from '#db/queries/operator/activity';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime } from '../../../lib/iso-time.ts';

const LATEST = 50;

/** The latest acts of the operator, by which a session of somebody else would be noticed. */
export async function listOwnActivity(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { acts } = await requireOperator(ctx, {}, (id, db) => ({ acts: activityOfOperator(db, id, LATEST) }));
  return {
    acts: acts.map(({ id, act, aboutId, aboutName, subject, amount, reason, createdAt }) => ({
      id,
      act,
      about: aboutId === null ? null : { id: aboutId, name: aboutName ?? '' },
      subject,
      amount,
      reason,
      at: isoTime(createdAt),
    })),
  };
}
