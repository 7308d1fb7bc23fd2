import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  changeNotificationSettings,
  hasAbsenceMails,
  notificationSettingsOf,
  notificationsReadToOf,
  planSummaries,
  setAbsenceMails,
} from '#db/queries/notifications/notification-settings';
import { notificationSettings } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const rowOf = async (memberId: string) =>
  (await db.select().from(notificationSettings).where(eq(notificationSettings.memberId, memberId)))[0];
const twoMembers = async () => [(await aMember(db)).id, (await aMember(db)).id] as const;

test('settings are each member’s own, and of nobody who does not exist', async () => {
  const [bas, noor] = await twoMembers();
  await changeNotificationSettings(db, bas, { readTo: 9, quiet: { from: '22:00', to: '07:00' } });
  await changeNotificationSettings(db, noor, { readTo: 5, matrix: { like: { mail: 'never' } } });
  await changeNotificationSettings(db, newId(), { readTo: 7 });
  expect(await notificationSettingsOf(db, noor)).toEqual([
    { matrix: { like: { mail: 'never' } }, quietFrom: null, quietTo: null, readTo: 5 },
  ]);
  const readTo = async (id: string) => (await db.all<{ at: number }>(sql`select ${notificationsReadToOf(id)} as at`))[0]?.at;
  expect([await readTo(noor), await readTo(bas), await readTo(newId())]).toEqual([5, 9, 0]);
  expect(await db.select().from(notificationSettings)).toHaveLength(2);
});

test('absence mails are switched off and on for one member', async () => {
  const [bas, noor] = await twoMembers();
  const isOn = async (id: string) => (await db.all<{ is: number }>(sql`select ${hasAbsenceMails(id)} as "is"`))[0]?.is;
  for (const id of [bas, noor]) await setAbsenceMails(db, id, false);
  expect([await isOn(bas), await isOn(noor), await isOn((await aMember(db)).id)]).toEqual([0, 0, 1]);
  await setAbsenceMails(db, noor, true);
  expect([await isOn(bas), await isOn(noor), (await rowOf(noor))?.matrix]).toEqual([0, 1, { message: {}, like: {}, match: {} }]);
});

test('summaries are planned as one member’s settings ask for them, and planned ones keep their time', async () => {
  const [bas, noor] = await twoMembers();
  const ask = (id: string, cadence: string) => changeNotificationSettings(db, id, { matrix: { like: { push: cadence } } });
  for (const id of [bas, noor]) await ask(id, 'daily');
  const plan = (now: number) => planSummaries(db, noor, { now, daily: now + 100, weekly: now + 700 });
  await plan(1);
  expect(await rowOf(noor)).toMatchObject({ dailyDueAt: 101, weeklyDueAt: null, dailySince: 1, weeklySince: 1 });
  expect(await rowOf(bas)).toMatchObject({ dailyDueAt: null, dailySince: 0 });
  await plan(2);
  expect(await rowOf(noor)).toMatchObject({ dailyDueAt: 101, weeklyDueAt: null, dailySince: 1, weeklySince: 2 });
  await ask(noor, 'weekly');
  await plan(3);
  await plan(4);
  expect(await rowOf(noor)).toMatchObject({ dailyDueAt: null, weeklyDueAt: 703, dailySince: 4, weeklySince: 3 });
});
