import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { pushes } from '../schema/index.ts';

export type PushInsert = typeof pushes.$inferInsert;

/** Writes a push if a condition still holds inside the batch; one that waits under the same tag becomes it, and tells of both. */
export const insertPushWhen = (db: Database, row: PushInsert, when: SQL) =>
  db.run(sql`
    insert into ${pushes} (id, member_id, kind, tag, conversation_id, count, created_at, due_at)
    select ${row.id}, ${row.memberId}, ${row.kind}, ${row.tag}, ${row.conversationId ?? null}, ${row.count ?? 1}, ${row.createdAt}, ${row.dueAt} where ${when}
    on conflict (member_id, tag) do update set count = count + excluded.count, created_at = excluded.created_at`);
