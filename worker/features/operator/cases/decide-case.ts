import { DAY } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { CONFIRMED_ACTIONS, type decideCase as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { decideCase as decide } from '../../../domain/moderation/decide-case.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Decides a case of the operator. A pause or ban needs a confirmation. */
export async function decideCase(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { days, seen_text: seenText, has_letters: hasLetters, is_blurred: isBlurred, ...decision } = input;
  const isConfirmed = CONFIRMED_ACTIONS.some((confirmed) => confirmed === decision.action);
  const { operator } = await requireOperator(ctx, { isConfirmed }, () => ({}));
  const until = days === null ? null : ctx.now + days * DAY;
  return withProof(() => decide(ctx.db, ctx.now, operator.actor, { ...decision, until, seenText, hasLetters, isBlurred }));
}
