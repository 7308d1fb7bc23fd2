import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { pushes } from '../schema/index.ts';

export type PushInsert = typeof pushes.$inferInsert;

/** Whether a member has a browser that takes pushes. */
export const hasSubscription = (memberId: string | SQL): SQL =>
  sql`exists (select 1 from push_subscriptions where member_id = ${memberId})`;

/** Writes the pushes that a query makes: id, member, kind, tag, conversation, count, its two times. One that waits under the same tag becomes it, and tells of both. */
export const insertPushesFrom = (db: Database, rows: SQL) =>
  db.run(sql`
    insert into ${pushes} (id, member_id, kind, tag, conversation_id, count, created_at, due_at) ${rows}
    on conflict do update set count = count + excluded.count, created_at = excluded.created_at`);

/** Writes a push if a condition still holds inside the batch. */
export const insertPushWhen = (db: Database, row: PushInsert, when: SQL) =>
  insertPushesFrom(
    db,
    sql`select ${row.id}, ${row.memberId}, ${row.kind}, ${row.tag}, ${row.conversationId ?? null}, ${row.count ?? 1}, ${row.createdAt}, ${row.dueAt} where ${when}`,
  );
