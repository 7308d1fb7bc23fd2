import type { changeLimits as endpoint } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { limitsOf, saveLimits } from '#db/queries/credits/spending-limits';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { asMember } from '../../../domain/require-session.ts';
import { limitsAfter, limitsOnWire } from './spending-limits.ts';

const TRIES = 4;

/** Sets what a member lets themselves spend: stricter at once, looser after a day (docs/product.md, "Spending limits"). Of two wishes at once the later is judged by the earlier. */
export async function changeLimits(ctx: Context, { limits }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { db, now } = ctx;
  for (let left = TRIES; left > 0; left -= 1) {
    const [member, rows] = await asMember(ctx, (me, from) => [limitsOf(from, me)]);
    const before = rows[0] ?? null;
    const [saved] = await saveLimits(db, { memberId: member.id, ...limitsAfter(before, limits, now) }, before);
    const told = limitsOnWire(saved ?? null, now);
    if (told) return { limits: told };
  }
  return refuse('unavailable', { ends_at: new Date(now + 1000).toISOString() });
}
