import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { batch } from '#db/client';
import { postponeSummary, type SummaryKind, summariesDue, writeSummary } from '#db/queries/notifications/summaries';
import {
  accountNotifications,
  likes,
  mails,
  members,
  messages,
  notificationSettings,
  participants,
  pushes,
  pushSubscriptions,
  sessions,
} from '#db/schema/index';
import { aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 10_000;
/** From when on summaries count. */
const SINCE = 5000;
const KINDS = ['message', 'match', 'like', 'account', 'offer'] as const;
type Settings = Partial<typeof notificationSettings.$inferInsert>;

beforeEach(async () => {
  await db.delete(members);
  await db.delete(participants);
});

/** A member whose daily summary is due, with these settings. */
async function aMemberWith(settings: Settings = {}) {
  const { id } = await aMember(db);
  const matrix = Object.fromEntries(KINDS.map((kind) => [kind, { mail: 'daily', push: 'daily' }]));
  await db.insert(notificationSettings).values({ memberId: id, matrix, dailyDueAt: NOW, dailySince: SINCE, ...settings });
  return id;
}

/** One unread message, two matches, three likes, four account events and five offers for a member, and one seen like. */
async function storeNews(memberId: string, at = SINCE + 1): Promise<void> {
  const others = await Promise.all(Array.from({ length: 7 }, () => aMember(db)));
  const [writer, seen, ...likers] = others.map(({ id }) => id) as [string, string, ...string[]];
  const conversationId = await aConversation(db, memberId, writer);
  await db
    .insert(messages)
    .values({ id: newId(), conversationId, seq: 1, senderId: writer, clientId: newId(), text: 'Hello', createdAt: at });
  await db
    .update(participants)
    .set({ unread: 1 })
    .where(and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId)));
  await db.insert(likes).values({ likerId: seen, likedId: memberId, createdAt: at, isNew: false });
  for (const [i, likerId] of likers.entries()) {
    await db.insert(likes).values({ likerId, likedId: memberId, createdAt: at });
    if (i < 2) await db.insert(likes).values({ likerId: memberId, likedId: likerId, createdAt: at });
  }
  for (const [kind, count] of [
    ['account', 4],
    ['offer', 5],
  ] as const)
    for (let i = 0; i < count; i += 1)
      await db.insert(accountNotifications).values({ id: newId(), memberId, kind, event: 'refund', createdAt: at });
}

const due = (interval: SummaryKind = 'daily', limit = 9) => summariesDue(db, interval, NOW, limit);
const countsOf = async (id: string) => {
  const row = (await due()).find((one) => one.id === id);
  return row && [row.messages, row.matches, row.likes, row.offers, row.pushCount];
};

test('a summary counts what is new of each kind, of its member alone', async () => {
  const [noor, bas] = [await aMemberWith(), await aMemberWith()];
  await storeNews(noor);
  expect(await countsOf(noor)).toEqual([1, 2, 3, 5, 15]);
  expect(await countsOf(bas)).toEqual([0, 0, 0, 0, 0]);
});

test('a summary counts what came after the last one, and after everything was marked as read', async () => {
  const noor = await aMemberWith();
  await storeNews(noor, SINCE);
  expect(await countsOf(noor)).toEqual([0, 0, 0, 0, 0]);
  await db
    .update(notificationSettings)
    .set({ dailySince: SINCE - 1 })
    .where(eq(notificationSettings.memberId, noor));
  expect(await countsOf(noor)).toEqual([1, 2, 3, 5, 15]);
  await db.update(notificationSettings).set({ readTo: SINCE }).where(eq(notificationSettings.memberId, noor));
  expect(await countsOf(noor)).toEqual([0, 0, 0, 0, 0]);
});

test.each(KINDS)('a summary holds %s only where the settings ask for it daily', async (kind) => {
  for (const cadence of ['now', 'weekly', 'never', undefined]) {
    const matrix = (channel: 'mail' | 'push') =>
      Object.fromEntries(KINDS.map((one) => [one, { mail: 'daily', push: 'daily', ...(one === kind && { [channel]: cadence }) }]));
    const [mailed, pushed] = [await aMemberWith({ matrix: matrix('mail') }), await aMemberWith({ matrix: matrix('push') })];
    for (const id of [mailed, pushed]) await storeNews(id);
    const all = { message: 1, match: 2, like: 3, account: 4, offer: 5 };
    const rest = { ...all, [kind]: 0 };
    expect(await countsOf(mailed)).toEqual([rest.message, rest.match, rest.like, rest.offer, 15]);
    expect(await countsOf(pushed)).toEqual([1, 2, 3, 5, 15 - all[kind]]);
  }
});

test.each(['not_confirmed', 'deleted', 'banned'] as const)('the summary of a member who is %s holds nothing', async (status) => {
  const noor = await aMemberWith();
  await storeNews(noor);
  await db.update(members).set({ status }).where(eq(members.id, noor));
  expect(await countsOf(noor)).toEqual([0, 0, 0, 0, 0]);
});

test('summaries of an interval are due at their time, the longest due first, and wanted while a setting asks for them', async () => {
  const [late, early, unwanted] = [
    await aMemberWith(),
    await aMemberWith({ dailyDueAt: NOW - 2 }),
    await aMemberWith({ dailyDueAt: NOW - 1, matrix: { like: { mail: 'weekly' } } }),
  ];
  await aMemberWith({ dailyDueAt: NOW + 1 });
  const weekly = await aMemberWith({ dailyDueAt: null, weeklyDueAt: NOW });
  expect((await due()).map(({ id, isWanted, dueAt }) => [id, isWanted, dueAt])).toEqual([
    [early, 1, NOW - 2],
    [unwanted, 0, NOW - 1],
    [late, 1, NOW],
  ]);
  expect((await due('daily', 1)).map(({ id }) => id)).toEqual([early]);
  expect((await due('weekly')).map(({ id, isWanted }) => [id, isWanted])).toEqual([[weekly, 0]]);
});

const settingsOf = async (id: string) => (await db.select().from(notificationSettings).where(eq(notificationSettings.memberId, id)))[0];

test('a summary is postponed by itself, if it is still planned for that time', async () => {
  const [noor, bas] = [await aMemberWith({ weeklyDueAt: NOW }), await aMemberWith()];
  await postponeSummary(db, 'daily', { id: noor, dueAt: NOW - 1 }, 99_000);
  expect((await settingsOf(noor))?.dailyDueAt).toBe(NOW);
  await postponeSummary(db, 'daily', { id: noor, dueAt: NOW }, 99_000);
  expect(await settingsOf(noor)).toMatchObject({ dailyDueAt: 99_000, weeklyDueAt: NOW });
  expect((await settingsOf(bas))?.dailyDueAt).toBe(NOW);
  await postponeSummary(db, 'weekly', { id: noor, dueAt: NOW }, 88_000);
  expect(await settingsOf(noor)).toMatchObject({ dailyDueAt: 99_000, weeklyDueAt: 88_000 });
});

/** Subscribes a session of a member to pushes. */
async function subscribe(memberId: string): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.memberId, memberId));
  const keys = { endpoint: `https://push.example/${newId()}`, p256dh: 'p', auth: 'a', createdAt: 1, seenAt: 1 };
  await db.insert(pushSubscriptions).values({ id: newId(), memberId, sessionId: session?.id ?? '', ...keys });
}

const write = (memberId: string, dueAt = NOW) => {
  const at = { createdAt: NOW, dueAt: NOW };
  const mail = { id: newId(), memberId, kind: 'summary' as const, recipient: '', subject: '', text: '', html: '', ...at };
  const push = { id: newId(), memberId, kind: 'summary' as const, tag: 'summary', count: 1, ...at };
  return batch(db, writeSummary(db, 'daily', { id: memberId, dueAt }, { now: NOW, next: 90_000, mail, push }));
};
const writtenTo = async (id: string) => [
  (await db.select().from(mails).where(eq(mails.memberId, id))).length,
  (await db.select().from(pushes).where(eq(pushes.memberId, id))).length,
];

test('a summary is written once, as push only with a subscription, and the next one is planned', async () => {
  const [noor, bas] = [await aMemberWith(), await aMemberWith()];
  await subscribe(noor);
  await write(noor, NOW - 1);
  expect([await writtenTo(noor), (await settingsOf(noor))?.dailyDueAt]).toEqual([[0, 0], NOW]);
  for (const id of [noor, noor, bas]) await write(id);
  expect([await writtenTo(noor), await writtenTo(bas)]).toEqual([
    [1, 1],
    [1, 0],
  ]);
  expect(await settingsOf(noor)).toMatchObject({ dailyDueAt: 90_000, dailySince: NOW });
});
