import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { debts, type ledger, orders } from '../../schema/index.ts';
import { type AccountNotification, insertAccountNotification, insertAccountPush } from '../notifications/notification-list.ts';
import type { PushInsert } from '../notifications/push-queue.ts';
import { moveCredits } from '../shared/credit-balance.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { isNewlyUnusual, type OrderRow } from './orders.ts';

/** Changes an order that still has the revision it was read with, and raises the revision. Otherwise it becomes null, which violates NOT NULL orders.revision and undoes the batch. */
export const updateOrderAtRevision = (db: Database, { id, revision }: Pick<OrderRow, 'id' | 'revision'>, change: Partial<OrderRow>) =>
  db
    .update(orders)
    .set({ ...change, revision: sql`case when ${orders.revision} = ${revision} then ${revision + 1} end` })
    .where(eq(orders.id, id))
    .returning();

/** A movement of credits. `amount` is positive; `ids` are those of its ledger line, of the ledger line that pays a debt, and of the debt line. */
export interface CreditMovement {
  readonly memberId: string;
  readonly amount: number;
  readonly reference: string;
  readonly ids: readonly [line: string, owed: string, debt: string];
  readonly now: number;
}

const owedCreditsOf = (memberId: string): SQL => sql`(select owed from debts where member_id = ${memberId})`;

/** Pays off the debt of a member with credits that were granted in the same batch; writes nothing if they owe nothing. */
const payOffDebt = (
  db: Database,
  { memberId, amount, reference, ids: [, owed, debt], now }: CreditMovement,
  reason: 'purchase' | 'reversal',
) => {
  const paid = sql`min(owed, ${amount})`;
  const from = sql`from debts where member_id = ${memberId} and owed > 0`;
  return {
    owedLine: db.run(
      sql`
        insert into ledger (id, member_id, amount, reason, reference, created_at)
        select ${owed}, ${memberId}, -${paid}, 'owed', ${reference}, ${now} ${from}`,
    ),
    paidDebtLine: db.run(
      sql`
        insert into debt_lines (id, member_id, amount, reason, reference, created_at)
        select ${debt}, ${memberId}, -${paid}, ${reason}, ${reference}, ${now} ${from}`,
    ),
    balanceLessDebt: db.run(
      sql`
        update members set credits = credits - coalesce((select ${paid} ${from}), 0)
        where id = ${memberId} and ${owedCreditsOf(memberId)} > 0`,
    ),
    paidDebt: db.run(sql`update debts set owed = owed - ${paid} where member_id = ${memberId} and owed > 0`),
  };
};

/** Grants the credits of a paid order; a debt is paid off first. */
export const grantCreditsStatements = (db: Database, movement: CreditMovement) => {
  const { memberId, amount, reference, ids, now } = movement;
  const line: typeof ledger.$inferInsert = { id: ids[0], memberId, amount, reason: 'purchase', reference, createdAt: now };
  return { ...moveCredits(db, line), ...payOffDebt(db, movement, 'purchase') };
};

/** Grants credits again after a charge-back was won; a debt is paid off first. */
export const restoreCreditsStatements = (db: Database, movement: CreditMovement) => {
  const { memberId, amount, reference, ids, now } = movement;
  const line: typeof ledger.$inferInsert = { id: ids[0], memberId, amount, reason: 'reversal', reference, createdAt: now };
  return { ...moveCredits(db, line), ...payOffDebt(db, movement, 'reversal') };
};

/** Takes credits back after a refund or a charge-back; what the balance lacks becomes a debt. */
export const reclaimCreditsStatements = (db: Database, { memberId, amount, reference, ids: [line, , debt], now }: CreditMovement) => {
  const missing = sql`${amount} - credits from members where id = ${memberId} and credits < ${amount}`;
  return {
    newDebtLine: db.run(
      sql`
        insert into debt_lines (id, member_id, amount, reason, reference, created_at)
        select ${debt}, ${memberId}, missing, 'reversal', ${reference}, ${now}
        from (select ${amount} - credits as missing from members where id = ${memberId}) where missing > 0`,
    ),
    newDebt: db
      .insert(debts)
      .select(sql`select ${memberId}, ${missing}`)
      .onConflictDoUpdate({ target: debts.memberId, set: { owed: sql`owed + excluded.owed` } }),
    reclaimedLine: db.run(
      sql`
        insert into ledger (id, member_id, amount, reason, reference, created_at)
        select ${line}, ${memberId}, -min(credits, ${amount}), 'reversal', ${reference}, ${now}
        from members where id = ${memberId} and credits > 0`,
    ),
    reclaimedBalance: db.run(sql`update members set credits = credits - min(credits, ${amount}) where id = ${memberId}`),
  };
};

/** Writes the notification of unusual spending and its push, if the payments of today have become unusual; at most once a day. `threshold.setting` is in minor units. */
export const insertUnusualSpendingNotification = (
  db: Database,
  notice: AccountNotification,
  push: PushInsert,
  threshold: { currency: string; setting: number },
) => ({
  spendingNotification: insertAccountNotification(
    db,
    notice,
    isNewlyUnusual(notice.memberId, threshold.currency, threshold.setting, notice.createdAt),
  ),
  spendingPush: insertAccountPush(db, notice, push),
});

/** Writes the events of the balance and of the changed account. They must follow everything in the batch that moves the balance. */
export const insertSettlementEvents = (
  db: Database,
  { balance, change }: { readonly balance: EventInsert; readonly change: EventInsert },
) => ({
  balanceEvents: insertEventWhen(db, balance, memberRowExists(balance), [
    ['$.credits', sql`(select credits from members where id = ${balance.memberId})`],
  ]),
  changeEvents: insertEventWhen(db, change, memberRowExists(change)),
});

const memberRowExists = ({ memberId }: EventInsert): SQL => sql`exists (select 1 from members where id = ${memberId})`;
