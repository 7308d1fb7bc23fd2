import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { takesPushes } from '../notifications/notification-list.ts';
import { insertPushesFrom } from '../notifications/push-queue.ts';
import { insertEventsFrom } from '../shared/event-outbox.ts';

/** Only messages younger than this are refunded when their recipient leaves without having opened them. */
const REFUND_MS = 24 * 3600_000;

/** A random id of 22 base64url characters, drawn by SQLite. */
const randomId = sql.raw(
  Array.from(
    { length: 22 },
    () => `substr('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 1 + (random() & 63), 1)`,
  ).join(' || '),
);

/** The ledger lines of paid messages to a deleted or banned member: of the last 24 hours, not read, and not refunded before. */
const refundableCharges = (recipientId: string, now: number): SQL => sql`
  participants
  cross join messages on messages.conversation_id = participants.conversation_id and messages.seq > participants.read_to
  cross join ledger as charge on charge.reason = 'message' and charge.reference = messages.id and charge.member_id = participants.other_id
  where participants.member_id = ${recipientId}
    and participants.last_at > ${now - REFUND_MS} and messages.created_at > ${now - REFUND_MS}
    and exists (select 1 from members where id = ${recipientId} and status in ('deleted', 'banned'))
    and not exists (select 1 from ledger as done where done.reason = 'refund' and done.reference = charge.reference)`;

/**
 * Refunds messages that a deleted or banned member has not read (docs/product.md, "Refunds for unread messages"): balances, events with the
 * balances, account notifications, pushes, ledger lines. They must follow the deletion or the ban in its batch, in this order: all of them
 * select the same charges until the ledger lines of the last one exclude these.
 */
export const refundStatements = (db: Database, recipientId: string, { now, dueAt }: { now: number; dueAt: number }) => {
  const charges = refundableCharges(recipientId, now);
  return {
    refundedBalances: db.run(sql`
      with paid as (select charge.member_id, -sum(charge.amount) as amount from ${charges} group by charge.member_id)
      update members set credits = credits + (select amount from paid where member_id = members.id)
      where id in (select member_id from paid)`),
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
      insert into ledger (id, member_id, amount, reason, reference, created_at)
      select ${randomId}, charge.member_id, -charge.amount, 'refund', charge.reference, ${now} from ${charges}`),
  };
};
