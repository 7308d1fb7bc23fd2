import type { OutputOf } from '#contract/endpoint';
import type { listDiscounts as endpoint } from '#contract/operator/operated-members';
import { operatorDiscounts } from '#db/queries/discounts/discounts';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { isoTime, isoTimeOrNull } from '../../../lib/iso-time.ts';

const LISTED = 200;

/** The discounts that have not ended, but those for members who were leaving. */
export async function listDiscounts(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { found } = await requireOperator(ctx, { role: 'admin' }, (_, db) => ({
    found: operatorDiscounts(db, { hasEnded: false, now: ctx.now }, LISTED),
  }));
  return {
    discounts: found.map(({ code, kind, percent, extraCredits, startsAt, endsAt, used, maxUses }) => ({
      ...{ code, kind, percent, credits: extraCredits, used },
      starts_at: isoTime(startsAt),
      ends_at: isoTimeOrNull(endsAt),
      max_uses: maxUses,
    })),
  };
}
