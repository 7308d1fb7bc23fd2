import type { getDiscount as endpoint } from '#contract/discounts';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { AnswerWithStatus } from '../../domain/answer-with-status.ts';
import type { Context } from '../../domain/context.ts';
import { activeDiscount, activeDiscountStatements, codeStatements, discountAnswer, discountByCode } from '../../domain/discounts.ts';
import { refuse } from '../../domain/errors.ts';
import { requireSession } from '../../domain/require-session.ts';

type Output = OutputOf<typeof endpoint>;

/**
 * The discount of a typed code or, without a code, the one in force; 204 if there is none (docs/product.md, "Discounts").
 * A welcome code is answered only to a call with `welcome`: while it is the one in force, a call without code and `welcome` gets 204.
 */
export async function getDiscount(
  ctx: Context,
  { code, welcome }: ParsedInputOf<typeof endpoint>,
): Promise<Output | AnswerWithStatus<Output>> {
  if (code !== undefined) return discountOfTypedCode(ctx, code);
  const { member, personalDiscounts } = await requireSession(ctx, activeDiscountStatements);
  const found = welcome
    ? activeDiscount(personalDiscounts, member, ctx.now, ['welcome'])
    : activeDiscount(personalDiscounts, member, ctx.now);
  return found && (welcome || found.kind !== 'welcome') ? discountAnswer(found, member) : new AnswerWithStatus(204, undefined);
}

async function discountOfTypedCode(ctx: Context, code: string): Promise<Output> {
  const { member, codeDiscount } = await requireSession(ctx, (me, db) => codeStatements(code, me, db));
  return discountAnswer(discountByCode(codeDiscount, member, ctx.now) ?? refuse('unknown_code'), member);
}
