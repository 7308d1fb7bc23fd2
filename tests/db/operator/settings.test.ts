import { expect, test } from 'vitest';
import { clearSetting, saveSetting, settingRows } from '#db/queries/operator/settings';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('a setting that is cleared leaves the others', async () => {
  await saveSetting(db, 'name', 'Lantern');
  await saveSetting(db, 'min_age', 21);
  await saveSetting(db, 'name', 'Beacon');
  await clearSetting(db, 'min_age');
  expect(await settingRows(db)).toEqual([{ key: 'name', value: 'Beacon' }]);
});
