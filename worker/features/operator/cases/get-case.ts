import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { getCase as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { lookAtCase } from '../../../domain/moderation/look-at-case.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { caseDetailsOf } from './case-answers.ts';

/** A case with its evidence. The look is written down in the batch that reads it. */
export async function getCase(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { number, sources_after: sourcesAfter, activity_before: activityBefore } = input;
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  const details = await withProof(() => lookAtCase(ctx.db, ctx.now, operator.actor, { number, sourcesAfter, activityBefore }));
  return caseDetailsOf(details, operator.memberId, ctx.now);
}
