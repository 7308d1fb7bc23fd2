import { expect, test } from 'vitest';
import { deletePastLikeNotificationLog } from '#db/queries/likes/likes';
import { likeNotificationLog } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('rows are deleted in batches if the later of their two times is not after the limit', async () => {
  const noor = await aMember(db);
  const others = await Promise.all(Array.from({ length: 6 }, () => aMember(db)));
  const times = [
    [1, null],
    [null, 5],
    [5, 1],
    [1, 6],
    [6, null],
    [9, 9],
  ];
  await db.insert(likeNotificationLog).values(
    times.map(([likeNotifiedAt, matchNotifiedAt], i) => ({
      likerId: others[i]?.id ?? '',
      likedId: noor.id,
      likeNotifiedAt,
      matchNotifiedAt,
    })),
  );
  const remaining = async () =>
    (await db.select().from(likeNotificationLog)).map(({ likeNotifiedAt, matchNotifiedAt }) => [likeNotifiedAt, matchNotifiedAt]);
  await deletePastLikeNotificationLog(db, 5, 2);
  expect(await remaining()).toHaveLength(4);
  await deletePastLikeNotificationLog(db, 5, 2);
  expect(await remaining()).toEqual(times.slice(3));
  await deletePastLikeNotificationLog(db, 5, 2);
  expect(await remaining()).toEqual(times.slice(3));
});

test('the rows are found by an index, so that a run without any is cheap', async () => {
  const { sql, params } = deletePastLikeNotificationLog(db, 5, 2).toSQL();
  const { rows } = await db.$client.execute({ sql: `explain query plan ${sql}`, args: params as number[] });
  const plan = rows.map(({ detail }) => String(detail));
  expect(plan.join()).toContain('like_notification_log USING INDEX like_notification_log_by_time (<expr><?)');
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});
