import { expect, test } from 'vitest';
import { pagesOfRows, readOneState } from '#db/queries/backup/table-rows';
import { aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('what is written while a state is read is not in it, and the writer does not wait', async () => {
  const first = await aMember(db);
  const ids = await readOneState(db, async (state) => {
    await state.execute('select 1 from members');
    await aMember(db);
    const pages = await Array.fromAsync(pagesOfRows(state, { name: 'members', columns: ['id'] }));
    return pages.flat().map(([, id]) => id);
  });
  expect(ids).toEqual([first.id]);
});
