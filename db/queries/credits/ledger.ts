import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { debts, images, inbox, ledger, members, messages } from '../../schema/index.ts';
import { blocksOther, otherCard } from '../chat/conversations.ts';
import { isMainImage, isMyLike, myLike } from '../profile/profile.ts';

/** Where a ledger goes on: the last line served. */
interface LedgerPlace {
  readonly at: number;
  readonly id: string;
}

/** Credits that a member owes; no row: none, ever. */
export const debtOf = (db: Database, memberId: string) => db.select({ owed: debts.owed }).from(debts).where(eq(debts.memberId, memberId));

/** A member's ledger, newest first; a line for a message, or for its refund, with the card of whom it was to; one for an order with that. */
export const ledgerOf = (db: Database, memberId: string, place: LedgerPlace | null, limit: number) =>
  db
    .select({
      ...otherCard,
      otherId: inbox.otherId,
      blocksMe: blocksOther(inbox.otherId, memberId),
      line: { id: ledger.id, amount: ledger.amount, reason: ledger.reason, reference: ledger.reference, createdAt: ledger.createdAt },
    })
    .from(ledger)
    .leftJoin(messages, and(eq(messages.id, ledger.reference), sql`${ledger.reason} in ('message', 'refund')`))
    .leftJoin(inbox, and(eq(inbox.memberId, memberId), eq(inbox.conversationId, messages.conversationId)))
    .leftJoin(members, eq(members.id, inbox.otherId))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(
      and(
        eq(ledger.memberId, memberId),
        place ? or(lt(ledger.createdAt, place.at), and(eq(ledger.createdAt, place.at), gt(ledger.id, place.id))) : undefined,
      ),
    )
    .orderBy(desc(ledger.createdAt), asc(ledger.id))
    .limit(limit);
