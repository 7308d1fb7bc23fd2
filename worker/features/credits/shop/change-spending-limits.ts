import type { changeSpendingLimits as endpoint } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { currencyOfMember } from '#db/queries/credits/products';
import { saveSpendingLimits, spendingLimitsOf } from '#db/queries/credits/spending-limits';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { currencyOfLimits, limitsAfter, limitsAnswer, limitsRowIn } from './spending-limits.ts';

const MAX_ATTEMPTS = 4;

/**
 * Sets a member's spending limits in the currency of the form: stricter ones count at once, looser ones after 24 hours (docs/product.md,
 * "Spending limits"). Of two changes at the same moment the second is applied to the result of the first.
 */
export async function changeSpendingLimits(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now, settings } = ctx;
  const rates = settings.exchange_rates;
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const { member, stored, paid } = await requireSession(ctx, (me, database) => ({
      stored: spendingLimitsOf(database, me),
      paid: currencyOfMember(database, me, settings.default_country),
    }));
    const before = stored[0] ?? null;
    const paymentCurrency = paid[0]?.currency ?? 'EUR';
    const currency = input.currency ?? paymentCurrency;
    const current = before && limitsRowIn({ ...before, currency: currencyOfLimits(before, paymentCurrency) }, currency, rates);
    const row = { memberId: member.id, currency, ...limitsAfter(current, input.limits, now) };
    const [saved] = await saveSpendingLimits(db, row, before);
    const savedLimits = limitsAnswer(saved ?? null, now, { currency, rates });
    if (savedLimits) return { limits: savedLimits };
  }
  return refuse('unavailable', { ends_at: isoTime(now + 1000) });
}
