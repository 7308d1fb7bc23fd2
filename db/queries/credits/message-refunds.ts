import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { takesPushes } from '../notifications/notification-list.ts';
import { insertPushesFrom } from '../notifications/push-queue.ts';
import { insertEventsFrom } from '../shared/event-outbox.ts';
import { randomId } from '../shared/random-id.ts';

/** Only messages younger than this are refunded when their recipient leaves without having opened them. */
const REFUND_MS = 24 * 3600_000;

/** The ledger lines of paid messages to a deleted or banned member: of the last 24 hours, not read, and not refunded before. */
const refundableCharges = (recipientId: string, now: number): SQL => sql`
  participants
  cross join messages on messages.conversation_id = participants.conversation_id and messages.seq > participants.read_to
  cross join ledger_lines as charge on charge.reason = 'message' and charge.reference = messages.id and charge.member_id = participants.other_id
  where participants.member_id = ${recipientId}
    and participants.last_at > ${now - REFUND_MS} and messages.created_at > ${now - REFUND_MS}
    and exists (select 1 from members where id = ${recipientId} and status in ('deleted', 'banned'))
    and not exists (select 1 from ledger_lines as done where done.reason = 'refund' and done.reference = charge.reference)`;

/** Those lines as refunds, each with the part of it that pays off a debt of its member. */
const refundsOf = (charges: SQL): SQL => sql`
  select member_id, reference, lot_id, amount, max(0, min(amount, owed - before)) as paid from (
    select charge.member_id, charge.reference, charge.lot_id, -charge.amount as amount,
      coalesce((select owed from debts where member_id = charge.member_id), 0) as owed,
      sum(-charge.amount) over (partition by charge.member_id order by charge.created_at, charge.id) + charge.amount as before
    from ${charges})`;

/** What the refunds give to balances and lots, and what they pay off. The debts come last, because the others are computed from them. */
const refundedCredits = (db: Database, charges: SQL, now: number) => {
  const refunds = refundsOf(charges);
  return {
    refundedBalances: db.run(sql`
      with returned as (select member_id, sum(amount - paid) as amount from (${refunds}) group by member_id)
      update members set credits = credits + (select amount from returned where member_id = members.id)
      where id in (select member_id from returned)`),
    refundedLots: db.run(sql`
      with returned as (select lot_id, sum(amount - paid) as amount from (${refunds}) group by lot_id)
      update credit_lots set remaining = remaining + (select amount from returned where lot_id = credit_lots.id)
      where id in (select lot_id from returned)`),
    refundOwedLines: db.run(sql`
      insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
      select ${randomId}, member_id, -paid, 'owed', reference || '#refund', ${now}, lot_id from (${refunds}) where paid > 0`),
    refundDebtLines: db.run(sql`
      insert into debt_lines (id, member_id, amount, reason, reference, created_at)
      select ${randomId}, member_id, -sum(paid), 'refund', reference || '#refund', ${now} from (${refunds})
      where paid > 0 group by member_id, reference`),
    refundedDebts: db.run(sql`
      with returned as (select member_id, sum(paid) as amount from (${refunds}) group by member_id)
      update debts set owed = owed - (select amount from returned where member_id = debts.member_id)
      where member_id in (select member_id from returned)`),
  };
};

/**
 * Refunds messages that a deleted or banned member has not read (docs/product.md, "Refunds for unread messages"). The credits return to the
 * lots that paid, and pay off a debt first. They must follow the deletion or the ban in its batch, in this order: all of them select the
 * same charges until the ledger lines of the last one exclude these.
 */
export const refundStatements = (db: Database, recipientId: string, { now, dueAt }: { now: number; dueAt: number }) => {
  const charges = refundableCharges(recipientId, now);
  return {
    ...refundedCredits(db, charges, now),
    refundEvents: insertEventsFrom(
      db,
      sql`select lower(hex(randomblob(16))), id, json_object('type', 'credits.changed', 'credits', credits), ${now}, ${dueAt}, 0 from members
        where status in ('active', 'not_confirmed') and id in (select charge.member_id from ${charges})`,
    ),
    refundNotifications: db.run(sql`
      insert into account_notifications (id, member_id, kind, event, created_at)
      select ${randomId}, id, 'account', 'refund', ${now} from members where id in (select charge.member_id from ${charges})`),
    refundPushes: insertPushesFrom(
      db,
      sql`select ${randomId}, id, 'account', 'account', null, 1, ${now}, ${now} from members
        where id in (select charge.member_id from ${charges}) and ${takesPushes(sql`members.id`, 'account', 'now')}`,
    ),
    refundLines: db.run(sql`
      insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
      select ${randomId}, charge.member_id, -charge.amount, 'refund', charge.reference, ${now}, charge.lot_id from ${charges}`),
  };
};
