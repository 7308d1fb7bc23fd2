import { batch, type Database } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';

/** The ids of some members in the order of their ids, from this place on. */
export async function someMembers(db: Database, count: number, from = 0): Promise<string[]> {
  const { rows } = await db.$client.execute({ sql: 'select id from members order by id limit ? offset ?', args: [count, from] });
  return rows.map(({ id }) => String(id));
}

/** Marks accounts as deleted at a time (ms), as their members would. */
export async function markDeleted(db: Database, ids: readonly string[], deletedAt: number): Promise<void> {
  await db.$client.execute({
    sql: `update members set status_before = status, status = 'deleted', deleted_at = ? where id in (select value from json_each(?))`,
    args: [deletedAt, JSON.stringify(ids)],
  });
}

/** Deletes accounts and erases them, as the scheduled handler does after 28 days. */
export async function eraseMembers(db: Database, ids: readonly string[]): Promise<void> {
  await markDeleted(db, ids, 1);
  for (const id of ids) await batch(db, eraseMember(db, id, Date.now()));
}
