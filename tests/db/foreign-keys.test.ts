import { expect, test } from 'vitest';
import { testDatabase } from '../support/database/test-database.ts';

const { db } = await testDatabase();

/**
 * Columns that refer to another table and that begin no index of all their values: deleting a row of that table reads all rows of theirs. An index of
 * some rows counts only if these are the rows with a value. Products are never deleted.
 */
const UNINDEXED = `select child.name || '.' || keys."from" as name from sqlite_master as child, pragma_foreign_key_list(child.name) as keys
  where child.type = 'table' and keys.seq = 0 and keys."table" <> 'products'
    and not exists (select 1 from pragma_index_list(child.name) as list, pragma_index_info(list.name) as info
      where info.seqno = 0 and info.name = keys."from"
        and (list.partial = 0 or exists (select 1 from sqlite_master as partial_index
          where partial_index.name = list.name and partial_index.sql like '% where %' || keys."from" || '% is not null')))
  order by 1`;

test('the erasure of an account reads no table as a whole: every foreign key begins an index', async () => {
  const { rows } = await db.$client.execute(UNINDEXED);
  expect(rows.map(({ name }) => name)).toEqual([]);
});
