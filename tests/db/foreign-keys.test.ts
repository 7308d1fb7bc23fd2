import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/test-database.ts';

const { db } = await testDatabase();

/** Columns that refer to another table and that begin no index: deleting a row of that table reads all rows of theirs. Products are never deleted. */
const UNINDEXED = `select child.name || '.' || keys."from" as name from sqlite_master as child, pragma_foreign_key_list(child.name) as keys
  where child.type = 'table' and keys.seq = 0 and keys."table" <> 'products'
    and not exists (select 1 from pragma_index_list(child.name) as list, pragma_index_info(list.name) as info
      where info.seqno = 0 and info.name = keys."from")
  order by 1`;

test('the erasure of an account reads no table as a whole: every foreign key begins an index', async () => {
  const { rows } = await db.$client.execute(UNINDEXED);
  expect(rows.map(({ name }) => name)).toEqual([]);
});
