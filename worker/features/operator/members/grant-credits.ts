import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { grantCredits as endpoint } from '#contract/operator/operated-members';
import type { Context } from '../../../domain/context.ts';
import { planGrant } from '../../../domain/operating/grant-credits.ts';
import { orRefuse } from '../../../domain/operating/impossible-act.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Gives a member credits. */
export async function grantCredits(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, { role: 'admin', isConfirmed: true }, () => ({}));
  const { nonce: id, member: memberId, amount, reason } = input;
  return withProof(() =>
    orRefuse(async () => (await planGrant(ctx.db, ctx.now, operator.actor, { id, memberId, amount, reason })).apply()),
  );
}
