import { and, asc, desc, eq, gt, lt, notExists, or, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { debts, images, ledgerLines, members, messages, participants } from '../../schema/index.ts';
import { blocksOther, otherMemberCard } from '../chat/conversations.ts';
import { isMainImage, isMyLike, myLike } from '../profile/profile.ts';

/** Cursor of the ledger: the last line served. */
interface LedgerCursor {
  readonly at: number;
  readonly id: string;
}

/** Credits that a member owes; no row if they never owed any. */
export const debtOf = (db: Database, memberId: string) => db.select({ owed: debts.owed }).from(debts).where(eq(debts.memberId, memberId));

const otherLot = alias(ledgerLines, 'other_lot');
const isSameMovement = and(
  eq(otherLot.reason, ledgerLines.reason),
  eq(otherLot.reference, ledgerLines.reference),
  eq(otherLot.memberId, ledgerLines.memberId),
);

/** The amount of a movement: the sum of its lines. */
const amountOfMovement = (db: Database) =>
  sql<number>`(${db
    .select({ amount: sum(otherLot.amount) })
    .from(otherLot)
    .where(isSameMovement)})`;

/** Condition: of the lines of one movement the one that stands for all of them, which has the lowest id. */
const standsForMovement = (db: Database) =>
  notExists(
    db
      .select({ id: otherLot.id })
      .from(otherLot)
      .where(and(isSameMovement, lt(otherLot.id, ledgerLines.id))),
  );

/**
 * A member's ledger, newest first, with one line for each movement, whatever lots it moved. Lines of messages and of their refunds have the
 * card of the recipient; other lines have no card.
 */
export const ledgerOf = (db: Database, memberId: string, cursor: LedgerCursor | null, limit: number) =>
  db
    .select({
      ...otherMemberCard,
      otherId: participants.otherId,
      blocksMe: blocksOther(participants.otherId, memberId),
      line: {
        id: ledgerLines.id,
        amount: amountOfMovement(db),
        reason: ledgerLines.reason,
        reference: ledgerLines.reference,
        createdAt: ledgerLines.createdAt,
      },
    })
    .from(ledgerLines)
    .leftJoin(messages, and(eq(messages.id, ledgerLines.reference), sql`${ledgerLines.reason} in ('message', 'refund')`))
    .leftJoin(participants, and(eq(participants.memberId, memberId), eq(participants.conversationId, messages.conversationId)))
    .leftJoin(members, eq(members.id, participants.otherId))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(
      and(
        eq(ledgerLines.memberId, memberId),
        standsForMovement(db),
        cursor
          ? or(lt(ledgerLines.createdAt, cursor.at), and(eq(ledgerLines.createdAt, cursor.at), gt(ledgerLines.id, cursor.id)))
          : undefined,
      ),
    )
    .orderBy(desc(ledgerLines.createdAt), asc(ledgerLines.id))
    .limit(limit);
