import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { debts, members, orders } from '../../schema/index.ts';
import { type AccountNotification, insertAccountNotification, insertAccountPush } from '../notifications/notification-list.ts';
import type { PushInsert } from '../notifications/push-queue.ts';
import { changeBalance, grantCredits, lotOfOrder, lotsWithCredits, updateLotsByLines } from '../shared/credit-balance.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { randomId } from '../shared/random-id.ts';
import { isNewlyUnusual, type OrderRow, type SpendingThreshold } from './orders.ts';

/** Changes an order that still has the revision it was read with, and raises the revision. Otherwise it becomes null, which violates NOT NULL orders.revision and undoes the batch. */
export const updateOrderAtRevision = (db: Database, { id, revision }: Pick<OrderRow, 'id' | 'revision'>, change: Partial<OrderRow>) =>
  db
    .update(orders)
    .set({ ...change, revision: sql`case when ${orders.revision} = ${revision} then ${revision + 1} end` })
    .where(eq(orders.id, id))
    .returning();

/** What an order gives or takes. `amount` is positive; `reference` is that of the ledger lines. */
export interface OrderMovement {
  readonly memberId: string;
  readonly orderId: string;
  readonly amount: number;
  readonly reference: string;
  readonly now: number;
}

const owedCreditsOf = (memberId: string): SQL => sql`coalesce((select owed from debts where member_id = ${memberId}), 0)`;

/** Credits that have come into a lot and pay off a debt first. `reference` is that of the lines of the debt. */
interface DebtPayment extends Omit<OrderMovement, 'orderId'> {
  readonly lotId: string | SQL;
  readonly reason: 'purchase' | 'reversal' | 'grant';
}

/** Pays off the debt of a member from a lot, into which the batch has put that much before; writes nothing if they owe nothing. */
const payOffDebt = (db: Database, { memberId, lotId, amount, reference, reason, now }: DebtPayment) => {
  const paid = sql`min(owed, ${amount})`;
  const from = sql`from debts where member_id = ${memberId} and owed > 0`;
  return {
    owedLine: db.run(
      sql`
        insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
        select ${randomId}, ${memberId}, -${paid}, 'owed', ${reference}, ${now}, ${lotId} ${from}`,
    ),
    lotLessDebt: updateLotsByLines(db, 'owed', reference),
    paidDebtLine: db.run(
      sql`
        insert into debt_lines (id, member_id, amount, reason, reference, created_at)
        select ${randomId}, ${memberId}, -${paid}, ${reason}, ${reference}, ${now} ${from}`,
    ),
    balanceLessDebt: db.run(
      sql`
        update members set credits = credits - coalesce((select ${paid} ${from}), 0)
        where id = ${memberId} and ${owedCreditsOf(memberId)} > 0`,
    ),
    paidDebt: db.run(sql`update debts set owed = owed - ${paid} where member_id = ${memberId} and owed > 0`),
  };
};

/** Grants the credits of a paid order as a lot with this id; a debt is paid off first. */
export const grantCreditsStatements = (db: Database, lotId: string, purchase: Omit<OrderMovement, 'reference'>) => {
  const { memberId, orderId, amount, now } = purchase;
  return {
    ...grantCredits(db, { id: lotId, memberId, source: 'purchase', reference: orderId, amount, createdAt: now }),
    ...payOffDebt(db, { ...purchase, lotId, reference: orderId, reason: 'purchase' }),
  };
};

/** Credits that an operator gives. `id` is that of the lot; `note` says why, the member's data export holds it. */
export interface OperatorGrant {
  readonly id: string;
  readonly memberId: string;
  readonly amount: number;
  readonly note: string;
  readonly now: number;
}

/** Gives a member credits as a lot of their own, pays off a debt first, and writes the event of the balance. */
export const giveCredits = (db: Database, { id, memberId, amount, note, now }: OperatorGrant, balance: EventInsert) => ({
  ...grantCredits(db, { id, memberId, source: 'grant', reference: id, amount, note, createdAt: now }),
  ...payOffDebt(db, { memberId, lotId: id, amount, reference: `${id}#grant`, reason: 'grant', now }),
  balanceEvents: insertBalanceEvent(db, balance),
  memberAfter: db.select({ credits: members.credits }).from(members).where(eq(members.id, memberId)),
});

/**
 * Condition: a line is a reversal of this order. Ids hold no `#` and no `$`, which follow each other.
 */
const isReversalOf = (orderId: string): SQL => sql`(reason = 'reversal' and reference between ${`${orderId}#`} and ${`${orderId}$`})`;

/**
 * Grants credits again after a charge-back was won. A debt is paid off first. The rest returns to the lots from which returned payments took
 * credits, first to those from which this order did, then to those that paid off a debt.
 */
export const restoreCreditsStatements = (db: Database, movement: OrderMovement) => {
  const { memberId, orderId, amount, reference, now } = movement;
  const rest = sql`(${amount} - min(${amount}, ${owedCreditsOf(memberId)}))`;
  const returned = sql`
    select lot_id, min(taken, ${rest} - before) as share from (
      select lot_id, taken, sum(taken) over (order by is_of_order desc, is_owed desc, lot_id) - taken as before from (
        select lot_id, -sum(amount) as taken, max(${isReversalOf(orderId)}) as is_of_order, max(reason = 'owed') as is_owed
        from ledger_lines where member_id = ${memberId} and reason in ('reversal', 'owed') group by lot_id having sum(amount) < 0))
    where before < ${rest}`;
  return {
    // What pays off the debt, and what no other lot takes, passes through the lot of the order.
    restoredLines: db.run(
      sql`
        insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
        select ${randomId}, ${memberId}, sum(share), 'reversal', ${reference}, ${now}, lot_id
        from (${returned} union all
          select ${lotOfOrder(orderId)}, ${amount} - (select coalesce(sum(share), 0) from (${returned})))
        where share > 0 group by lot_id`,
    ),
    restoredLots: updateLotsByLines(db, 'reversal', reference),
    restoredBalance: changeBalance(db, memberId, amount),
    ...payOffDebt(db, { ...movement, lotId: lotOfOrder(orderId), reason: 'reversal' }),
  };
};

/**
 * Takes credits back after a refund or a charge-back: from the lot of the order, then from the oldest lots. What the balance lacks becomes a
 * debt.
 */
export const reclaimCreditsStatements = (db: Database, { memberId, orderId, amount, reference, now }: OrderMovement) => {
  const missing = sql`${amount} - credits from members where id = ${memberId} and credits < ${amount}`;
  const ownLotFirst = sql`id = ${lotOfOrder(orderId)} desc, created_at, id`;
  return {
    newDebtLine: db.run(
      sql`
        insert into debt_lines (id, member_id, amount, reason, reference, created_at)
        select ${randomId}, ${memberId}, missing, 'reversal', ${reference}, ${now}
        from (select ${amount} - credits as missing from members where id = ${memberId}) where missing > 0`,
    ),
    newDebt: db
      .insert(debts)
      .select(sql`select ${memberId}, ${missing}`)
      .onConflictDoUpdate({ target: debts.memberId, set: { owed: sql`owed + excluded.owed` } }),
    reclaimedLines: db.run(
      sql`
        insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
        select ${randomId}, ${memberId}, -min(remaining, ${amount} - before), 'reversal', ${reference}, ${now}, id
        from (${lotsWithCredits(memberId, ownLotFirst)}) where before < ${amount}`,
    ),
    reclaimedLots: updateLotsByLines(db, 'reversal', reference),
    reclaimedBalance: db.run(sql`update members set credits = credits - min(credits, ${amount}) where id = ${memberId}`),
  };
};

/** Writes the notification of unusual spending and its push, if the payments of today have become unusual; at most once a day. */
export const insertUnusualSpendingNotification = (
  db: Database,
  notice: AccountNotification,
  push: PushInsert,
  threshold: SpendingThreshold,
) => ({
  spendingNotification: insertAccountNotification(db, notice, isNewlyUnusual(notice.memberId, threshold, notice.createdAt)),
  spendingPush: insertAccountPush(db, notice, push),
});

/** Writes the events of the balance and of the changed account. They must follow everything in the batch that moves the balance. */
export const insertSettlementEvents = (
  db: Database,
  { balance, change }: { readonly balance: EventInsert; readonly change: EventInsert },
) => ({
  balanceEvents: insertBalanceEvent(db, balance),
  changeEvents: insertEventWhen(db, change, memberRowExists(change)),
});

const insertBalanceEvent = (db: Database, balance: EventInsert) =>
  insertEventWhen(db, balance, memberRowExists(balance), [
    ['$.credits', sql`(select credits from members where id = ${balance.memberId})`],
  ]);

const memberRowExists = ({ memberId }: EventInsert): SQL => sql`exists (select 1 from members where id = ${memberId})`;
