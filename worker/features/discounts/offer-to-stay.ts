import type { offerToStay as endpoint } from '#contract/discounts';
import type { OutputOf } from '#contract/endpoint';
import { insertDiscount } from '#db/queries/discounts/discounts';
import { Answer } from '../../domain/answer-with-status.ts';
import type { Context } from '../../domain/context.ts';
import { activeDiscountStatements, asDiscount, givesNow, stayCode } from '../../domain/discounts.ts';
import { asMember } from '../../domain/require-session.ts';

type Output = OutputOf<typeof endpoint>;

/**
 * Gives a confirmed member who is about to delete the account one discount, once ever; while it is valid, the call answers the same one
 * again (docs/product.md, "Discount to stay").
 */
export async function offerToStay(ctx: Context): Promise<Output | Answer<Output>> {
  const { db, now, settings } = ctx;
  const [member, rows] = await asMember(ctx, (me, database) => activeDiscountStatements(me, database));
  const existing = rows.find(({ kind }) => kind === 'stay');
  if (existing && givesNow(existing, member, now)) return asDiscount(existing, member);
  const percent = settings.delete_discount;
  if (existing || percent === 0 || member.status !== 'active') return new Answer(204, undefined);
  const [created] = await insertDiscount(db, stayCode(member.id, percent, now));
  return created ? asDiscount(created, member) : new Answer(204, undefined);
}
