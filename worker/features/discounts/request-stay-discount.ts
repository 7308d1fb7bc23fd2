import type { requestStayDiscount as endpoint } from '#contract/discounts';
import type { OutputOf } from '#contract/endpoint';
import { insertDiscount } from '#db/queries/discounts/discounts';
import { AnswerWithStatus } from '../../domain/answer-with-status.ts';
import type { Context } from '../../domain/context.ts';
import { activeDiscountStatements, discountAnswer, isUsableNow, newStayDiscount } from '../../domain/discounts.ts';
import { requireSession } from '../../domain/require-session.ts';

type Output = OutputOf<typeof endpoint>;

/**
 * Gives a confirmed member who is about to delete the account one discount, once ever; while it is valid, the call answers the same one
 * again (docs/product.md, "Discount to stay").
 */
export async function requestStayDiscount(ctx: Context): Promise<Output | AnswerWithStatus<Output>> {
  const { db, now, settings } = ctx;
  const { member, personalDiscounts } = await requireSession(ctx, activeDiscountStatements);
  const existing = personalDiscounts.find(({ kind }) => kind === 'stay');
  if (existing && isUsableNow(existing, member, now)) return discountAnswer(existing, member);
  const percent = settings.delete_discount;
  if (existing || percent === 0 || member.status !== 'active') return new AnswerWithStatus(204, undefined);
  const [created] = await insertDiscount(db, newStayDiscount(member.id, percent, now));
  return created ? discountAnswer(created, member) : new AnswerWithStatus(204, undefined);
}
