import type { OutputOf } from '#contract/endpoint';
import type { listColleagues as endpoint } from '#contract/operator/operated-cases';
import { activeOperators } from '#db/queries/operator/operators';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** The operators to whom a case can be given. */
export async function listColleagues(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { operator, found } = await requireOperator(ctx, { role: 'admin' }, (_, db) => ({ found: activeOperators(db) }));
  return { operators: found.map(({ id, name, role }) => ({ id, name, role, is_self: id === operator.memberId })) };
}
