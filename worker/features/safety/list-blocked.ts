import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { listBlocked as endpoint } from '#contract/safety';
import { blockedBy, blockedTotal } from '#db/queries/safety/blocks-and-hides';
import type { Context } from '../../domain/context.ts';
import { parseCursor } from '../../domain/keyset-cursor.ts';
import { requireSession } from '../../domain/require-session.ts';
import { memberListPage } from './member-list-page.ts';

/** The members whom the caller blocks, the latest first. */
export async function listBlocked(ctx: Context, { before, limit }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const cursor = parseCursor(before);
  const { blocked, totals } = await requireSession(
    ctx,
    (me, db) => ({ blocked: blockedBy(db, me, cursor, limit + 1), totals: blockedTotal(db, me) }),
    'readDb',
  );
  return memberListPage(blocked, totals[0]?.total ?? 0, limit, ctx.now);
}
