import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { sendLettersAgain as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { sendCaseLettersAgain } from '../../../domain/moderation/send-letters-again.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Sends the given-up letters of a case again. */
export async function sendLettersAgain(ctx: Context, { number }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  return { letters: await withProof(() => sendCaseLettersAgain(ctx.db, ctx.now, operator.actor, number)) };
}
