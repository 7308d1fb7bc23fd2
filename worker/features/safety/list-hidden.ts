import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { listHidden as endpoint } from '#contract/safety';
import { hiddenBy, hiddenTotal } from '#db/queries/safety/blocks-and-hides';
import type { Context } from '../../domain/context.ts';
import { parseCursor } from '../../domain/keyset-cursor.ts';
import { requireSession } from '../../domain/require-session.ts';
import { memberListPage } from './member-list-page.ts';

/** The members whom the caller hides, the latest first. */
export async function listHidden(ctx: Context, { before, limit }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const cursor = parseCursor(before);
  const { hidden, totals } = await requireSession(
    ctx,
    (me, db) => ({ hidden: hiddenBy(db, me, cursor, limit + 1), totals: hiddenTotal(db, me) }),
    'readDb',
  );
  return memberListPage(hidden, totals[0]?.total ?? 0, limit, ctx.now);
}
