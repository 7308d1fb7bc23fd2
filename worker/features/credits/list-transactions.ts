import type { listTransactions as endpoint, LedgerLine } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { ledgerOf } from '#db/queries/credits';
import { asMember } from '../../domain/as-member.ts';
import { cardOf, goneCard } from '../../domain/card.ts';
import type { Context } from '../../domain/context.ts';
import { cursorAt, placeOf } from '../../domain/cursor.ts';
import { refuse } from '../../domain/errors.ts';

type Row = Awaited<ReturnType<typeof ledgerOf>>[number];

/** What came to my credits and what went, newest first (api.md, transactions.php without id); nothing has been bought yet, so every id is unknown. */
export async function listTransactions(
  ctx: Context,
  { id, before, limit }: ParsedInputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  if (id !== undefined) refuse('not_found');
  const place = placeOf(before);
  const [, rows] = await asMember(ctx, (me, db) => [ledgerOf(db, me, place, limit + 1)]);
  const last = rows[limit - 1]?.line;
  return {
    transactions: [],
    ledger: rows.slice(0, limit).map((row) => lineOf(row, ctx.now)),
    next: last && rows.length > limit ? cursorAt({ at: last.createdAt, id: last.id }) : null,
  };
}

function lineOf({ line: { id, amount, reason, createdAt }, otherId, ...other }: Row, now: number): LedgerLine {
  const card = otherId === null ? null : other.blocksMe === 1 ? goneCard(otherId) : cardOf({ ...other, id: otherId }, 'member', now);
  return { id, amount, reason, at: new Date(createdAt).toISOString(), profile: card };
}
