import type { Database } from '#db/client';

interface ManyMessages {
  readonly conversationId: string;
  readonly memberId: string;
  readonly otherId: string;
  readonly count: number;
  /** The length of each text, which begins with the seq of its message. */
  readonly length: number;
}

/** The database ends a transaction that takes longer than a few seconds. */
const MESSAGES_AT_ONCE = 10_000;

/**
 * Inserts that many messages of two members, by turns, each of the first member's with a line of the ledger, as sends that cost a credit
 * write it. The participants are left as they were.
 */
export async function insertMessages(db: Database, { conversationId, memberId, otherId, count, length }: ManyMessages): Promise<void> {
  for (let from = 1; from <= count; from += MESSAGES_AT_ONCE) {
    const to = Math.min(count, from + MESSAGES_AT_ONCE - 1);
    await db.$client.batch([
      {
        sql: `with recursive n(seq) as (select ${from} union all select seq + 1 from n where seq < ${to})
          insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at)
          select lower(hex(randomblob(11))), ?, seq, iif(seq % 2, ?, ?), lower(hex(randomblob(11))),
            substr(seq || ' ' || ?, 1, ${length}), seq from n`,
        args: [conversationId, memberId, otherId, 'é'.repeat(length)],
      },
      {
        sql: `insert into credit_lots (id, member_id, source, reference, remaining, created_at)
          values ('lot of ' || ?, ?, 'grant', ?, 0, 1) on conflict do nothing`,
        args: [memberId, memberId, memberId],
      },
      {
        sql: `insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
          select lower(hex(randomblob(11))), ?, 0, 'message', id, created_at, 'lot of ' || ? from messages
          where conversation_id = ? and seq between ${from} and ${to} and sender_id = ?`,
        args: [memberId, memberId, conversationId, memberId],
      },
    ]);
  }
}
