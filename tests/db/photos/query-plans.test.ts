import { expect, test } from 'vitest';
import { shownPhotoFile } from '#db/queries/photos/photos';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('a photo file is looked up by an index of each of its three names', async () => {
  const steps = await plansOf(db, [shownPhotoFile(db, 'a.webp', { memberId: 'm', tokenHash: 't' }, 1)]);
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  for (const index of ['images_by_thumb', 'images_by_medium', 'images_by_large']) expect(steps.join()).toContain(index);
});
