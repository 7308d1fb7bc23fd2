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
  const [, rows, totals] = await requireSession(ctx, (me, db) => [hiddenBy(db, me, cursor, limit + 1), hiddenTotal(db, me)], 'readDb');
  return memberListPage(rows, totals[0]?.total ?? 0, limit, ctx.now);
}
