import type { changeSpendingLimits as endpoint } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { saveSpendingLimits, spendingLimitsOf } from '#db/queries/credits/spending-limits';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { limitsAfter, limitsAnswer } from './spending-limits.ts';

const MAX_ATTEMPTS = 4;

/**
 * Sets a member's spending limits: stricter ones count at once, looser ones after 24 hours (docs/product.md, "Spending limits"). Of two
 * changes at the same moment the second is applied to the result of the first.
 */
export async function changeSpendingLimits(ctx: Context, { limits }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const { member, stored } = await requireSession(ctx, (me, database) => ({ stored: spendingLimitsOf(database, me) }));
    const before = stored[0] ?? null;
    const [saved] = await saveSpendingLimits(db, { memberId: member.id, ...limitsAfter(before, limits, now) }, before);
    const savedLimits = limitsAnswer(saved ?? null, now);
    if (savedLimits) return { limits: savedLimits };
  }
  return refuse('unavailable', { ends_at: isoTime(now + 1000) });
}
