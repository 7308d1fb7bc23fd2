import { expect, test } from 'vitest';
import { deletePastNotices } from '#db/queries/likes/likes';
import { likeNotices } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('what was told goes by the later of its two times, so many at once, the time itself included', async () => {
  const noor = await aMember(db);
  const others = await Promise.all(Array.from({ length: 6 }, () => aMember(db)));
  const told = [
    [1, null],
    [null, 5],
    [5, 1],
    [1, 6],
    [6, null],
    [9, 9],
  ];
  await db
    .insert(likeNotices)
    .values(told.map(([likeToldAt, matchToldAt], i) => ({ likerId: others[i]?.id ?? '', likedId: noor.id, likeToldAt, matchToldAt })));
  const kept = async () => (await db.select().from(likeNotices)).map(({ likeToldAt, matchToldAt }) => [likeToldAt, matchToldAt]);
  await deletePastNotices(db, 5, 2);
  expect(await kept()).toHaveLength(4);
  await deletePastNotices(db, 5, 2);
  expect(await kept()).toEqual(told.slice(3));
  await deletePastNotices(db, 5, 2);
  expect(await kept()).toEqual(told.slice(3));
});

test('it is found by an index, so that a minute in which nothing is due costs nothing', async () => {
  const { sql, params } = deletePastNotices(db, 5, 2).toSQL();
  const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args: params as number[] });
  const plan = rows.map(({ detail }) => String(detail));
  expect(plan.join()).toContain('like_notices USING INDEX like_notices_by_time (<expr><?)');
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});
