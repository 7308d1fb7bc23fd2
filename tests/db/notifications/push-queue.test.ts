import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  claimDuePushes,
  deletePushes,
  deletePushesBefore,
  insertDevicePushes,
  insertPushes,
  type PushInsert,
  postponePushes,
  pushesToSend,
} from '#db/queries/notifications/push-queue';
import {
  accountNotifications,
  eventOutbox,
  likeNotificationLog,
  likes,
  members,
  notificationSettings,
  participants,
  pushes,
  pushSubscriptions,
  sessions,
} from '#db/schema/index';
import { aBlock, aConversation, aLike, aMatch, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 10_000;

async function aPush(memberId: string, change: Partial<PushInsert> = {}) {
  const push = { id: newId(), memberId, kind: 'like' as const, tag: newId(), count: 1, createdAt: NOW, dueAt: NOW, ...change };
  await db.insert(pushes).values(push);
  return push;
}

/** A push subscription of a session of a member. */
async function aDevice(memberId: string, expiresAt = NOW + 1) {
  const sessionId = newId();
  await db.insert(sessions).values({ id: sessionId, memberId, tokenHash: newId(), device: 'x', createdAt: 1, seenAt: 1, expiresAt });
  const device = { id: newId(), memberId, sessionId, endpoint: `https://push.example/${newId()}`, p256dh: 'p', auth: 'a' };
  await db.insert(pushSubscriptions).values({ ...device, createdAt: 1, seenAt: 1 });
  return device.id;
}

const toSend = async (id: string) => {
  const [row] = await pushesToSend(db, [id], NOW);
  if (!row) throw new Error('no push');
  return row;
};
const rowsOf = (memberId: string) => db.select().from(pushes).where(eq(pushes.memberId, memberId));
const leave = (id: string, status: 'deleted' | 'banned' | 'not_confirmed') => db.update(members).set({ status }).where(eq(members.id, id));

test('a push counts new likes by confirmed members of whom neither is blocked, since the push was made, that are not answered', async () => {
  const noor = await aMember(db);
  const people = await Promise.all(Array.from({ length: 8 }, () => aMember(db)));
  const [counted, seen, earlier, answered, blocked, blocking, gone, unconfirmed] = people.map(({ id }) => id) as [string, ...string[]];
  for (const { id } of people) await db.insert(likes).values({ likerId: id, likedId: noor.id, createdAt: NOW });
  const elsewhere = await aMember(db);
  await aLike(db, counted, elsewhere.id);
  await db
    .update(likes)
    .set({ isNew: false })
    .where(eq(likes.likerId, seen ?? ''));
  await db
    .update(likes)
    .set({ createdAt: NOW - 1 })
    .where(eq(likes.likerId, earlier ?? ''));
  await aLike(db, noor.id, answered ?? '');
  await aBlock(db, noor.id, blocked ?? '');
  await aBlock(db, blocking ?? '', noor.id);
  await leave(gone ?? '', 'banned');
  await leave(unconfirmed ?? '', 'not_confirmed');
  // Blocks and likes of others change nothing.
  await aBlock(db, elsewhere.id, counted);
  await aBlock(db, counted, elsewhere.id);
  await aLike(db, elsewhere.id, counted);
  expect((await toSend((await aPush(noor.id)).id)).unreadCount).toBe(1);
});

test('a push counts the unread messages of its conversation, unless it is a request or one of the two has blocked or left', async () => {
  const noor = await aMember(db);
  const countOf = async (change: (other: string, conversation: string) => Promise<unknown>) => {
    const other = await aMember(db);
    const conversationId = await aConversation(db, noor.id, other.id);
    await db.update(participants).set({ unread: 3 }).where(eq(participants.memberId, noor.id));
    await db.update(participants).set({ unread: 7 }).where(eq(participants.memberId, other.id));
    await change(other.id, conversationId);
    return (await toSend((await aPush(noor.id, { kind: 'message', conversationId })).id)).unreadCount;
  };
  expect(await countOf(async () => {})).toBe(3);
  expect(await countOf((_, id) => db.update(participants).set({ isMessageRequest: true }).where(eq(participants.conversationId, id)))).toBe(
    0,
  );
  expect(await countOf((other) => aBlock(db, other, noor.id))).toBe(0);
  expect(await countOf((other) => aBlock(db, noor.id, other))).toBe(0);
  expect(await countOf((other) => leave(other, 'deleted'))).toBe(0);
});

test('a push counts matches since it was made that still stand, and names the other of a single one', async () => {
  const noor = await aMember(db);
  const push = await aPush(noor.id, { kind: 'match' });
  const aMatchWith = async (matchNotifiedAt = NOW) => {
    const other = await aMember(db);
    await aMatch(db, noor.id, other.id);
    await db.insert(likeNotificationLog).values([
      { likerId: noor.id, likedId: other.id, likeNotifiedAt: 1, matchNotifiedAt },
      { likerId: other.id, likedId: noor.id, likeNotifiedAt: 1, matchNotifiedAt },
    ]);
    return other.id;
  };
  const facts = async () => {
    const { unreadCount, matchId } = await toSend(push.id);
    return [unreadCount, matchId];
  };
  await aMatchWith(NOW - 1);
  const [stranger, other] = [await aMember(db), await aMember(db)];
  await aMatch(db, stranger.id, other.id);
  expect(await facts()).toEqual([0, null]);
  const only = await aMatchWith();
  expect(await facts()).toEqual([1, only]);
  const second = await aMatchWith();
  expect(await facts()).toEqual([2, null]);
  await db.delete(likes).where(eq(likes.likerId, second));
  expect(await facts()).toEqual([1, only]);
  await aMatchWith();
  await aLike(db, second, stranger.id);
  await aLike(db, stranger.id, only);
  expect((await facts())[0]).toBe(2);
  const { id: another } = await aPush(noor.id, { kind: 'like' });
  await db.delete(likes).where(eq(likes.likerId, noor.id));
  expect([await facts(), (await toSend(another)).matchId]).toEqual([[0, null], null]);
});

test('only a push about matches names the other of one', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await aMatch(db, noor.id, bas.id);
  await db.insert(likeNotificationLog).values({ likerId: noor.id, likedId: bas.id, likeNotifiedAt: 1, matchNotifiedAt: NOW });
  const matchIdOf = async (kind: 'like' | 'match') => (await toSend((await aPush(noor.id, { kind })).id)).matchId;
  expect([await matchIdOf('match'), await matchIdOf('like')]).toEqual([bas.id, null]);
});

test('the push of a summary is about notices of kinds that come in summaries', async () => {
  const { id: memberId } = await aMember(db);
  const { id } = await aPush(memberId, { kind: 'summary' });
  const count = async (matrix: Record<string, { push: string }>) => {
    await db.insert(notificationSettings).values({ memberId, matrix }).onConflictDoUpdate({
      target: notificationSettings.memberId,
      set: { matrix },
    });
    return (await toSend(id)).unreadCount;
  };
  const [daily, weekly, now] = [{ push: 'daily' }, { push: 'weekly' }, { push: 'now' }];
  expect(await count({ account: daily, offer: weekly })).toBe(0);
  for (const kind of ['account', 'offer'] as const)
    await db.insert(accountNotifications).values({ id: newId(), memberId, kind, event: 'refund', createdAt: 5 });
  expect([
    await count({ account: daily, offer: weekly }),
    await count({ account: now, offer: weekly }),
    await count({ account: weekly, offer: now }),
    await count({ account: now, offer: now }),
  ]).toEqual([2, 1, 1, 0]);
});

test.each(['deleted', 'banned', 'not_confirmed'] as const)('a match with a member who is %s does not count', async (status) => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await aMatch(db, noor.id, bas.id);
  await db.insert(likeNotificationLog).values({ likerId: noor.id, likedId: bas.id, likeNotifiedAt: 1, matchNotifiedAt: NOW });
  const { id } = await aPush(noor.id, { kind: 'match' });
  expect((await toSend(id)).unreadCount).toBe(1);
  await leave(bas.id, status);
  expect((await toSend(id)).unreadCount).toBe(0);
});

test('a match across a block does not count, whoever has set it', async () => {
  for (const isMine of [true, false]) {
    const [noor, bas] = [await aMember(db), await aMember(db)];
    await aMatch(db, noor.id, bas.id);
    await db.insert(likeNotificationLog).values({ likerId: noor.id, likedId: bas.id, likeNotifiedAt: 1, matchNotifiedAt: NOW });
    await aBlock(db, isMine ? noor.id : bas.id, isMine ? bas.id : noor.id);
    expect((await toSend((await aPush(noor.id, { kind: 'match' })).id)).unreadCount).toBe(0);
  }
});

test('a push counts the notifications of its member and kind that came after the list was read', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const notify = (memberId: string, kind: 'account' | 'offer', createdAt: number) =>
    db.insert(accountNotifications).values({ id: newId(), memberId, kind, event: 'refund', createdAt });
  for (const [memberId, kind, createdAt] of [
    [noor.id, 'account', 5],
    [noor.id, 'account', 6],
    [noor.id, 'account', 7],
    [noor.id, 'offer', 7],
    [bas.id, 'account', 7],
  ] as const)
    await notify(memberId, kind, createdAt);
  const { id } = await aPush(noor.id, { kind: 'account' });
  expect((await toSend(id)).unreadCount).toBe(3);
  await db.insert(notificationSettings).values({ memberId: noor.id, readTo: 6 });
  expect((await toSend(id)).unreadCount).toBe(1);
});

test('a push goes to all devices of its member with a valid session that have no push of their own, or to the one that it is for', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const [phone, laptop] = [await aDevice(noor.id), await aDevice(noor.id)];
  await aDevice(noor.id, NOW);
  await aDevice(bas.id);
  const push = await aPush(noor.id, { tag: 'likes' });
  const devicesOf = async (id: string) => (await toSend(id)).devices.map((device) => device.id).toSorted();
  expect(await devicesOf(push.id)).toEqual([phone, laptop].toSorted());
  await aPush(noor.id, { tag: 'another', subscriptionId: phone });
  await aPush(bas.id, { tag: 'likes', subscriptionId: phone });
  expect(await devicesOf(push.id)).toEqual([phone, laptop].toSorted());
  const own = await aPush(noor.id, { tag: 'likes', subscriptionId: phone });
  expect([await devicesOf(push.id), await devicesOf(own.id)]).toEqual([[laptop], [phone]]);
});

test('pushes are claimed when they are due, the longest due first, and not again at once', async () => {
  await db.delete(pushes);
  const { id } = await aMember(db);
  const [late, early] = [await aPush(id, { dueAt: 90 }), await aPush(id, { dueAt: 50 }), await aPush(id, { dueAt: 101 })];
  expect(await claimDuePushes(db, 100, 1)).toEqual([{ id: early.id }]);
  expect(await claimDuePushes(db, 100, 9)).toEqual([{ id: late.id }]);
  expect(await claimDuePushes(db, 100, 9)).toEqual([]);
});

test('pushes are deleted and postponed by themselves; one whose count has grown stays', async () => {
  const { id } = await aMember(db);
  const [done, grown, postponed, other] = [await aPush(id), await aPush(id), await aPush(id), await aPush(id, { createdAt: 5, dueAt: 5 })];
  await db.update(pushes).set({ count: 2 }).where(eq(pushes.id, grown.id));
  expect(
    await deletePushes(
      db,
      [done, grown].map((push) => ({ id: push.id, count: 1 })),
    ),
  ).toEqual([{ id: done.id }]);
  await postponePushes(db, [{ id: postponed.id, dueAt: 99_000, tries: 4 }]);
  expect(new Map((await rowsOf(id)).map((row) => [row.id, [row.dueAt, row.tries]]))).toEqual(
    new Map([
      [grown.id, [NOW, 0]],
      [postponed.id, [99_000, 4]],
      [other.id, [5, 0]],
    ]),
  );
  await deletePushesBefore(db, 6);
  expect((await rowsOf(id)).map((row) => row.id).toSorted()).toEqual([grown.id, postponed.id].toSorted());
});

test('pushes are written for members with a device, with the number of events that still wait, and only if there are any', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await aDevice(noor.id);
  const events = [false, false, true].map((isPushQueued) => ({
    id: newId(),
    memberId: noor.id,
    event: { type: 'user.changed' as const },
    createdAt: 1,
    dueAt: 5,
    isPushQueued,
  }));
  await db.insert(eventOutbox).values(events);
  const ids = events.map(({ id }) => id);
  const news = (memberId: string, eventIds: readonly string[], tag: string) => ({
    id: newId(),
    memberId,
    kind: 'like' as const,
    tag,
    conversationId: null,
    eventIds,
    createdAt: 1,
    dueAt: 5,
  });
  const written = await insertPushes(db, [
    news(noor.id, [...ids, newId()], 'likes'),
    news(noor.id, [newId()], 'matches'),
    news(noor.id, ids.slice(2), 'queued'),
    news(bas.id, ids, 'likes'),
  ]);
  expect(written).toHaveLength(1);
  expect([(await rowsOf(noor.id)).map(({ tag, count }) => [tag, count]), await rowsOf(bas.id)]).toEqual([[['likes', 2]], []]);
});

test('a push for one device is written for its member alone, unless the member is erased', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const device = await aDevice(noor.id);
  const left = { id: newId(), kind: 'like' as const, tag: 'likes', subscriptionId: device, conversationId: null, createdAt: 1, dueAt: 5 };
  await insertDevicePushes(db, [
    { ...left, memberId: noor.id },
    { ...left, id: newId(), memberId: newId() },
  ]);
  expect([(await rowsOf(noor.id)).map(({ id }) => id), await rowsOf(bas.id)]).toEqual([[left.id], []]);
});
