import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { type ledger, members } from '../../schema/index.ts';

/** Changes the balance and writes the ledger line; both must go in one batch. An amount of 0 writes nothing. An overdraft violates CHECK members_credits_not_negative. */
export const moveCredits = (db: Database, line: typeof ledger.$inferInsert) => ({
  balance: changeBalance(db, line),
  ledgerLine: insertLedgerLine(db, line),
});

type LedgerLine = typeof ledger.$inferInsert;

const changeBalance = prepared((db, line: LedgerLine) =>
  db
    .update(members)
    .set({ credits: sql`${members.credits} + ${line.amount}` })
    .where(and(eq(members.id, line.memberId), sql`${line.amount} <> 0`)),
);

const insertLedgerLine = prepared((db, line: LedgerLine) =>
  db.run(
    sql`
      insert into ledger (id, member_id, amount, reason, reference, created_at)
      select ${line.id}, ${line.memberId}, ${line.amount}, ${line.reason}, ${line.reference}, ${line.createdAt}
      where ${line.amount} <> 0`,
  ),
);
