import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { NOTIFICATIONS_UNREAD_MAX } from '#contract/notifications';
import {
  insertAccountNotification,
  insertAccountPush,
  isNotificationWritten,
  type NotificationCursor,
  notificationsOf,
  unreadNotifications,
  unseenNotifications,
} from '#db/queries/notifications/notification-list';
import {
  accountNotifications,
  likes,
  members,
  messages,
  notificationSettings,
  participants,
  pushes,
  pushSubscriptions,
  quotes,
  sessions,
} from '#db/schema/index';
import { aBlock, aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const likeAt = (likerId: string, likedId: string, createdAt: number, isNew = true) =>
  db.insert(likes).values({ likerId, likedId, createdAt, isNew });
const noticeAt = (memberId: string, createdAt: number, kind: 'account' | 'offer' = 'account') =>
  db.insert(accountNotifications).values({ id: newId(), memberId, kind, event: 'refund', createdAt });
/** A listed conversation whose last message is the other's, by default unread. */
async function aConversationAt(memberId: string, other: string, lastAt: number, columns: Partial<typeof participants.$inferInsert> = {}) {
  const conversationId = await aConversation(db, memberId, other);
  await db
    .update(participants)
    .set({ lastAt, lastSenderId: other, unread: 1, isListed: true, ...columns })
    .where(and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId)));
  return conversationId;
}
const listOf = async (memberId: string, cursor: NotificationCursor | null = null, limit = 99) =>
  (await notificationsOf(db, memberId, cursor, limit)).map(({ kind, at, isOpened, count }) => `${kind} ${at} ${isOpened} ${count}`);
const unseenOf = async (memberId: string) => (await unseenNotifications(db, memberId))[0]?.unseen;
const unreadOf = async (memberId: string, cap = 99) => (await unreadNotifications(db, memberId, cap))[0]?.unread;
const readTo = (memberId: string, at: number) =>
  db
    .insert(notificationSettings)
    .values({ memberId, readTo: at })
    .onConflictDoUpdate({ target: notificationSettings.memberId, set: { readTo: at } });
const aNumberOfMembers = async (count: number) => (await Promise.all(Array.from({ length: count }, () => aMember(db)))).map(({ id }) => id);

test('the list holds likes, matches at the time of the later like, conversations and notices of its member alone', async () => {
  const [noor, bas, liker, returned, completed, seen] = (await aNumberOfMembers(6)) as [string, string, string, string, string, string];
  await likeAt(liker, noor, 10);
  await likeAt(noor, returned, 15);
  await likeAt(returned, noor, 20);
  await likeAt(completed, noor, 25);
  await likeAt(noor, completed, 30);
  await likeAt(seen, noor, 40, false);
  await aConversationAt(noor, bas, 50, { unread: 3 });
  await noticeAt(noor, 60);
  await noticeAt(noor, 70, 'offer');
  // What others have among themselves.
  await likeAt(liker, bas, 11);
  await likeAt(bas, liker, 12);
  await noticeAt(bas, 13);
  expect(await listOf(noor)).toEqual([
    'offer 70 0 1',
    'account 60 0 1',
    'message 50 0 3',
    'like 40 1 1',
    'match 30 0 1',
    'match 20 0 1',
    'like 10 0 1',
  ]);
  expect(await unreadOf(noor)).toBe(6);
  expect(await listOf(bas)).toEqual(['account 13 0 1', 'match 12 0 1']);
  expect(await listOf(noor, { at: 29, id: '' })).toEqual(['match 20 0 1', 'like 10 0 1']);
  await db.update(members).set({ status: 'not_confirmed' }).where(eq(members.id, noor));
  expect((await listOf(noor)).slice(3)).toEqual(['like 40 1 1', 'like 25 0 1', 'like 20 0 1', 'like 10 0 1']);
});

test('likes and only messages are listed with what they quote', async () => {
  const [noor, bas, tom, silent] = (await aNumberOfMembers(4)) as [string, string, string, string];
  await aConversationAt(noor, silent, 40);
  await db.update(members).set({ personal: 'words of a like and of a message' }).where(eq(members.id, noor));
  const quote = (authorId: string, text: string, messageId: string | null = null) =>
    db.insert(quotes).values({ id: newId(), authorId, ownerId: noor, messageId, text, createdAt: 1 });
  const write = async (conversationId: string, senderId: string, seq: number) => {
    const id = newId();
    await db.insert(messages).values({ id, conversationId, seq, senderId, clientId: newId(), text: 'Hello', createdAt: 1 });
    return id;
  };
  const [withBas, withTom] = [await aConversationAt(noor, bas, 30), await aConversationAt(noor, tom, 20)];
  await likeAt(bas, noor, 10);
  await quote(bas, 'a like');
  await quote(tom, 'a message of Tom', await write(withTom, tom, 1));
  await write(withBas, bas, 2);
  // A notice that has the id of a conversation.
  await db.insert(accountNotifications).values({ id: withTom, memberId: noor, kind: 'account', event: 'refund', createdAt: 5 });
  const aboutOf = async () =>
    (await notificationsOf(db, noor, null, 9)).map(({ kind, about }) => [kind, about && (JSON.parse(about) as { text: string }).text]);
  expect(await aboutOf()).toEqual([
    ['message', null],
    ['message', null],
    ['message', 'a message of Tom'],
    ['like', 'a like'],
    ['account', null],
  ]);
  await quote(bas, 'a message of Bas', await write(withBas, bas, 1));
  await write(withTom, noor, 2);
  expect((await aboutOf()).slice(1, 3)).toEqual([
    ['message', null],
    ['message', null],
  ]);
});

test('likes show of confirmed members, and not across a block', async () => {
  const [noor, ...others] = (await aNumberOfMembers(7)) as [string, ...string[]];
  const statuses = [null, 'not_confirmed', 'deleted', 'banned', null, null] as const;
  for (const [i, id] of others.entries()) {
    await likeAt(id, noor, i + 1);
    if (i % 2 === 1) await likeAt(noor, id, 10 + i);
    const status = statuses[i];
    if (status) await db.update(members).set({ status }).where(eq(members.id, id));
  }
  const [shown, , , , blocked, blocking] = others;
  await aBlock(db, noor, blocked ?? '');
  await aBlock(db, blocking ?? '', noor);
  await aBlock(db, blocked ?? '', shown ?? '');
  expect([await listOf(noor), await unreadOf(noor)]).toEqual([['like 1 0 1'], 1]);
});

test('conversations show if they are listed, no request, not with whom one blocks, and not one’s own word alone', async () => {
  const [noor, ...others] = (await aNumberOfMembers(7)) as [string, ...string[]];
  const [read, own, answered, unlisted, request, blocked] = others as [string, string, string, string, string, string];
  await aConversationAt(noor, read, 1, { unread: 0 });
  await aConversationAt(noor, own, 2, { unread: 0, lastSenderId: noor });
  await aConversationAt(noor, answered, 3, { unread: 2, lastSenderId: noor });
  await aConversationAt(noor, unlisted, 4, { isListed: false });
  await aConversationAt(noor, request, 5, { isMessageRequest: true });
  await aConversationAt(noor, blocked, 6);
  await aBlock(db, noor, blocked);
  await aBlock(db, answered, noor);
  expect([await listOf(noor), await unreadOf(noor)]).toEqual([['message 3 0 2', 'message 1 1 1'], 1]);
});

test('the list goes on behind its cursor, in the order of time and id', async () => {
  const [noor, ...others] = (await aNumberOfMembers(5)) as [string, ...string[]];
  const likers = others.toSorted();
  for (const id of likers) await likeAt(id, noor, 10);
  await noticeAt(noor, 10);
  await aConversationAt(noor, likers[0] ?? '', 9);
  const whole = await notificationsOf(db, noor, null, 99);
  expect(whole).toHaveLength(6);
  const paged = [];
  for (let cursor: NotificationCursor | null = null; ; ) {
    const page: typeof whole = await notificationsOf(db, noor, cursor, 2);
    paged.push(...page);
    const last = page.at(-1);
    if (!last) break;
    cursor = { at: last.at, id: last.key };
  }
  expect(paged.map(({ key }) => key)).toEqual(whole.map(({ key }) => key));
});

test('what came after everything was marked as read is unread, up to the cap', async () => {
  const [noor, before, after, returned, earlier] = (await aNumberOfMembers(5)) as [string, string, string, string, string];
  await likeAt(before, noor, 10);
  await likeAt(after, noor, 11);
  // Matches that one’s own like has completed, before and after the mark.
  await likeAt(returned, noor, 5);
  await likeAt(noor, returned, 11);
  await likeAt(earlier, noor, 5);
  await likeAt(noor, earlier, 10);
  await aConversationAt(noor, before, 10);
  await aConversationAt(noor, after, 11);
  await noticeAt(noor, 10);
  await noticeAt(noor, 11);
  expect(await unreadOf(noor)).toBe(8);
  await readTo(noor, 10);
  expect([await unreadOf(noor), await unreadOf(noor, 2)]).toEqual([4, 2]);
  await readTo(noor, 11);
  expect(await unreadOf(noor)).toBe(0);
});

test('what is unseen is unread and came after both marks', async () => {
  const [noor, liker, writer, other] = (await aNumberOfMembers(4)) as [string, string, string, string];
  await noticeAt(noor, 10);
  await likeAt(liker, noor, 20);
  await aConversationAt(noor, writer, 30);
  await noticeAt(other, 40);
  expect(await unseenOf(noor)).toBe(3);
  const setMarks = (marks: { readTo: number; seenTo: number }) =>
    db
      .insert(notificationSettings)
      .values({ memberId: noor, ...marks })
      .onConflictDoUpdate({ target: notificationSettings.memberId, set: marks });
  await setMarks({ readTo: 0, seenTo: 10 });
  expect([await unseenOf(noor), await unreadOf(noor)]).toEqual([2, 3]);
  await setMarks({ readTo: 20, seenTo: 10 });
  expect([await unseenOf(noor), await unreadOf(noor)]).toEqual([1, 1]);
  await db.update(participants).set({ unread: 0 }).where(eq(participants.memberId, noor));
  expect(await unseenOf(noor)).toBe(0);
  await setMarks({ readTo: 20, seenTo: 30 });
  await noticeAt(noor, 30);
  await noticeAt(noor, 31);
  expect(await unseenOf(noor)).toBe(1);
  expect(await unseenOf(other)).toBe(1);
});

test('what is unseen is counted up to one more than the number that is shown', async () => {
  const [noor] = (await aNumberOfMembers(1)) as [string];
  for (let at = 1; at <= NOTIFICATIONS_UNREAD_MAX + 5; at++) await noticeAt(noor, at);
  expect(await unseenOf(noor)).toBe(NOTIFICATIONS_UNREAD_MAX + 1);
});

test('a match is unread until the like is seen, and a conversation until it is read', async () => {
  const [noor, matched, writer] = (await aNumberOfMembers(3)) as [string, string, string];
  await likeAt(matched, noor, 5, false);
  await likeAt(noor, matched, 20);
  await aConversationAt(noor, writer, 20, { unread: 0 });
  await readTo(noor, 10);
  expect(await unreadOf(noor)).toBe(0);
  await db.update(likes).set({ isNew: true }).where(eq(likes.likerId, matched));
  expect(await unreadOf(noor)).toBe(1);
  // A like of the other one for somebody else.
  await likeAt(noor, writer, 20);
  await likeAt(writer, matched, 5);
  expect(await unreadOf(noor)).toBe(1);
  await db.update(members).set({ status: 'not_confirmed' }).where(eq(members.id, noor));
  expect(await unreadOf(noor)).toBe(0);
  await db.update(members).set({ status: 'active' }).where(eq(members.id, noor));
  await aBlock(db, matched, noor);
  expect(await unreadOf(noor)).toBe(0);
});

test('a notice is written on its condition, and its push if it was written and the member takes pushes at once', async () => {
  const writeTo = async (isWritten: boolean, push: string | null, { hasDevice = true } = {}) => {
    const { id: memberId } = await aMember(db);
    const [session] = await db.select().from(sessions).where(eq(sessions.memberId, memberId));
    const device = { id: newId(), memberId, sessionId: session?.id ?? '', endpoint: newId(), p256dh: 'p', auth: 'a' };
    if (hasDevice) await db.insert(pushSubscriptions).values({ ...device, createdAt: 1, seenAt: 1 });
    if (push) await db.insert(notificationSettings).values({ memberId, matrix: { account: { push } } });
    const notice = { id: newId(), memberId, kind: 'account' as const, event: 'refund', createdAt: 1 };
    await insertAccountNotification(db, notice, isWritten ? sql`true` : sql`false`);
    await insertAccountPush(db, notice, { id: newId(), memberId, kind: 'account', tag: 'account', createdAt: 1, dueAt: 1 });
    const [found] = await db.all<{ written: number }>(sql`select ${isNotificationWritten(notice)} as written`);
    return [found?.written, (await db.select().from(pushes).where(eq(pushes.memberId, memberId))).length];
  };
  expect([await writeTo(true, null), await writeTo(true, 'now'), await writeTo(false, 'now')]).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ]);
  expect([await writeTo(true, 'never'), await writeTo(true, 'now', { hasDevice: false })]).toEqual([
    [1, 0],
    [1, 0],
  ]);
});
