import type { getDiscount as endpoint } from '#contract/discounts';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { Answer } from '../../domain/answer-with-status.ts';
import type { Context } from '../../domain/context.ts';
import { activeDiscount, activeDiscountStatements, asDiscount, codeStatements, discountByCode } from '../../domain/discounts.ts';
import { refuse } from '../../domain/errors.ts';
import { holdToLimit } from '../../domain/rate-limit.ts';
import { asMember } from '../../domain/require-session.ts';

type Output = OutputOf<typeof endpoint>;

/**
 * What a code gives the caller or, without a code, the discount in force; 204 if there is none (docs/product.md, "Discounts"). The welcome
 * code comes before the discount to stay and is asked for by its name. While it gives something, the call without a code therefore answers
 * the time bonus or nothing.
 */
export async function getDiscount(ctx: Context, { code, welcome }: ParsedInputOf<typeof endpoint>): Promise<Output | Answer<Output>> {
  if (code !== undefined) return discountOfTyped(ctx, code);
  const [member, rows] = await asMember(ctx, (me, db) => activeDiscountStatements(me, db));
  const found = welcome ? activeDiscount(rows, member, ctx.now, ['welcome']) : activeDiscount(rows, member, ctx.now);
  return found && (welcome || found.kind !== 'welcome') ? asDiscount(found, member) : new Answer(204, undefined);
}

async function discountOfTyped(ctx: Context, code: string): Promise<Output> {
  const trying = { claim: ctx.session.claim, now: ctx.now };
  const [member, rows, counted] = await asMember(ctx, (me, db) => codeStatements(code, me, db, trying));
  holdToLimit(counted[0], ctx.settings.code_tries_an_hour);
  return asDiscount(discountByCode(rows, member, ctx.now) ?? refuse('unknown_code'), member);
}
