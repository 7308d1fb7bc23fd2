import type { listTransactions as endpoint, LedgerLine } from '#contract/credits';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { ledgerOf } from '#db/queries/credits/ledger';
import { ordersOf } from '#db/queries/credits/orders';
import type { Context } from '../../../domain/context.ts';
import { formatCursor, parseCursor } from '../../../domain/keyset-cursor.ts';
import { orderIdOfLine } from '../../../domain/ledger-line.ts';
import { cardOf, unavailableCard } from '../../../domain/profile-card.ts';
import { requireSession } from '../../../domain/require-session.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import { transactionLine } from './own-transaction.ts';

type Row = Awaited<ReturnType<typeof ledgerOf>>[number];

const MAX_LISTED_ORDERS = 100;

/** The caller's orders and the movements of their credits, newest first (docs/product.md, "Ledger"). */
export async function listTransactions(
  ctx: Context,
  { before, limit }: ParsedInputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const cursor = parseCursor(before);
  const { lines, orders } = await requireSession(ctx, (me, db) => ({
    lines: ledgerOf(db, me, cursor, limit + 1),
    orders: cursor === null ? ordersOf(db, me, MAX_LISTED_ORDERS) : null,
  }));
  const last = lines[limit - 1]?.line;
  return {
    transactions: orders.map(transactionLine),
    ledger: lines.slice(0, limit).map((row) => lineOf(row, ctx.now)),
    next: last && lines.length > limit ? formatCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

function lineOf({ line, otherId, ...other }: Row, now: number): LedgerLine {
  const card = otherId === null ? null : other.blocksMe === 1 ? unavailableCard(otherId) : cardOf({ ...other, id: otherId }, 'member', now);
  const { id, amount, reason, createdAt } = line;
  return { id, amount, reason, at: isoTime(createdAt), profile: card, transaction: orderIdOfLine(line) };
}
