import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { batch } from '#db/client';
import { absentMembersToMail, insertAbsenceMail, isOutdatedAbsenceMail } from '#db/queries/notifications/absence-mails';
import { claimDueMails } from '#db/queries/shared/mail-queue';
import { likes, mails, members, messages, notificationSettings, participants } from '#db/schema/index';
import { aBlock, aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

/** When absent members were last here, and the time in which something has to come for a mail. */
const [LAST_HERE, SINCE, BEFORE] = [1000, 2000, 5000];
const CAME = 3000;
/** Nobody but those of whom a test makes absent was away. */
const anAbsentMember = (traits: Partial<typeof members.$inferInsert> = {}) => aMember(db, { lastActiveAt: LAST_HERE, ...traits });

beforeEach(async () => {
  await db.delete(members);
  await db.delete(participants);
});

const mailed = async (since = SINCE) =>
  new Map((await absentMembersToMail(db, since, BEFORE, 9)).map((row) => [row.id, [row.messages, row.matches, row.likes]]));

/** Stores messages of a conversation by their senders, the first with seq 1, and what one of the two has not read. */
async function aConversationWith(reader: string, other: string, senders: readonly string[], { readTo = 0, at = CAME } = {}) {
  const conversationId = await aConversation(db, reader, other);
  for (const [i, senderId] of senders.entries())
    await db
      .insert(messages)
      .values({ id: newId(), conversationId, seq: i + 1, senderId, clientId: newId(), text: 'Hello', createdAt: at + i });
  const unread = senders.slice(readTo).filter((sender) => sender !== reader).length;
  const isReader = and(eq(participants.memberId, reader), eq(participants.conversationId, conversationId));
  await db
    .update(participants)
    .set({ readTo, unread, lastSeq: senders.length, lastAt: at + senders.length, isListed: true })
    .where(isReader);
  return { conversationId, isReader };
}
const likeAt = (likerId: string, likedId: string, createdAt = CAME, isNew = true) =>
  db.insert(likes).values({ likerId, likedId, createdAt, isNew });

test('an absent member is told of the unread messages of others, in conversations that are no requests', async () => {
  const [noor, bas, tom] = [await anAbsentMember(), await aMember(db), await aMember(db)];
  const { isReader } = await aConversationWith(noor.id, bas.id, [bas.id, noor.id, bas.id, bas.id], { readTo: 1 });
  const request = await aConversationWith(noor.id, tom.id, [tom.id]);
  await db.update(participants).set({ isMessageRequest: true }).where(request.isReader);
  expect(await mailed()).toEqual(new Map([[noor.id, [2, 0, 0]]]));
  await db.update(participants).set({ clearedTo: 3 }).where(isReader);
  expect(await mailed()).toEqual(new Map([[noor.id, [1, 0, 0]]]));
  await db.update(participants).set({ isMessageRequest: true }).where(isReader);
  expect(await mailed()).toEqual(new Map());
});

test('an absent member is told of new likes and matches, each by itself', async () => {
  const noor = await anAbsentMember();
  const people = await Promise.all(Array.from({ length: 5 }, () => aMember(db)));
  const [one, two, matched, seen, unconfirmed] = people.map(({ id }) => id) as [string, ...string[]];
  for (const { id } of people) await likeAt(id, noor.id, CAME, id !== seen);
  await likeAt(noor.id, matched ?? '');
  await likeAt(one, two ?? '');
  await likeAt(matched ?? '', one);
  await db
    .update(members)
    .set({ status: 'not_confirmed' })
    .where(eq(members.id, unconfirmed ?? ''));
  expect(await mailed()).toEqual(new Map([[noor.id, [0, 1, 2]]]));
});

test('nothing that is across a block, or of somebody who has left, counts', async () => {
  for (const leave of [
    (me: string, other: string) => aBlock(db, me, other),
    (me: string, other: string) => aBlock(db, other, me),
    (_: string, other: string) => db.update(members).set({ status: 'banned' }).where(eq(members.id, other)),
    (_: string, other: string) => db.update(members).set({ status: 'deleted' }).where(eq(members.id, other)),
  ]) {
    const [noor, bas, tom] = [await anAbsentMember(), await aMember(db), await aMember(db)];
    await aConversationWith(noor.id, bas.id, [bas.id]);
    await likeAt(bas.id, noor.id);
    await aBlock(db, noor.id, tom.id);
    await aBlock(db, tom.id, bas.id);
    await aBlock(db, bas.id, tom.id);
    await aBlock(db, tom.id, noor.id);
    expect((await mailed()).get(noor.id)).toEqual([1, 0, 1]);
    await leave(noor.id, bas.id);
    expect((await mailed()).get(noor.id)).toBeUndefined();
  }
});

test('what came before the last activity or the time of the sweep, or has not waited long enough, is no reason for a mail', async () => {
  const [noor, eva, bas, tom] = [await anAbsentMember(), await anAbsentMember(), await aMember(db), await aMember(db)];
  await likeAt(bas.id, noor.id, LAST_HERE);
  await likeAt(tom.id, noor.id, BEFORE + 1);
  await aConversationWith(eva.id, bas.id, [bas.id], { at: BEFORE + 1 });
  expect(await mailed(0)).toEqual(new Map());
  await likeAt((await aMember(db)).id, noor.id, SINCE);
  expect(await mailed()).toEqual(new Map());
  expect(await mailed(SINCE - 1)).toEqual(new Map([[noor.id, [0, 0, 2]]]));
});

test('what came since counts only while it is unread, new and no request, whatever else waits for longer', async () => {
  for (const cease of [{ unread: 0, readTo: 1 }, { isMessageRequest: true }]) {
    const [noor, bas, tom] = [await anAbsentMember(), await aMember(db), await aMember(db)];
    await aConversationWith(noor.id, bas.id, [bas.id], { at: SINCE - 10 });
    const { isReader } = await aConversationWith(noor.id, tom.id, [tom.id]);
    expect((await mailed()).get(noor.id)).toEqual([2, 0, 0]);
    await db.update(participants).set(cease).where(isReader);
    expect((await mailed()).get(noor.id)).toBeUndefined();
  }
  const [noor, bas, tom] = [await anAbsentMember(), await aMember(db), await aMember(db)];
  await likeAt(bas.id, noor.id, SINCE - 10);
  await likeAt(tom.id, noor.id);
  expect((await mailed()).get(noor.id)).toEqual([0, 0, 2]);
  await db.update(likes).set({ isNew: false }).where(eq(likes.likerId, tom.id));
  expect((await mailed()).get(noor.id)).toBeUndefined();
});

test('messages count in their own conversation', async () => {
  const [noor, bas, tom] = [await anAbsentMember(), await aMember(db), await aMember(db)];
  await aConversationWith(noor.id, bas.id, [bas.id]);
  await aConversationWith(tom.id, bas.id, [bas.id, bas.id]);
  expect((await mailed()).get(noor.id)).toEqual([1, 0, 0]);
});

test.each([
  ['was active of late', { lastActiveAt: BEFORE }],
  ['was mailed since they were active', { awayMailedAt: LAST_HERE + 1 }],
  ['is fictional', { isFictional: true }],
  ['is not confirmed', { status: 'not_confirmed' }],
] as const)('a member who %s is not mailed', async (_, traits) => {
  const [noor, eva, bas] = [await anAbsentMember(traits), await anAbsentMember({ awayMailedAt: LAST_HERE }), await aMember(db)];
  for (const { id } of [noor, eva]) await likeAt(bas.id, id);
  expect([...(await mailed()).keys()]).toEqual([eva.id]);
});

test('only the kinds count that a member wants mailed at once', async () => {
  const [noor, bas, tom] = [await anAbsentMember(), await aMember(db), await aMember(db)];
  await aConversationWith(noor.id, bas.id, [bas.id]);
  for (const { id } of [bas, tom]) await likeAt(id, noor.id);
  await likeAt(noor.id, tom.id);
  const counts = async (...never: string[]) => {
    const matrix = Object.fromEntries(never.map((kind) => [kind, { mail: 'daily' }]));
    await db.insert(notificationSettings).values({ memberId: noor.id, matrix }).onConflictDoUpdate({
      target: notificationSettings.memberId,
      set: { matrix },
    });
    return (await mailed()).get(noor.id);
  };
  expect([await counts(), await counts('message'), await counts('match')]).toEqual([
    [1, 1, 1],
    [0, 1, 1],
    [1, 0, 1],
  ]);
  expect([await counts('like'), await counts('message', 'match', 'like')]).toEqual([[1, 1, 0], undefined]);
});

const aMail = (memberId: string) => ({ id: newId(), memberId, kind: 'absence' as const, recipient: '', subject: '', text: '', html: '' });
const MAILED_AT = { createdAt: 9000, dueAt: 9000 };
const mailsOf = async (memberId: string) => (await db.select().from(mails).where(eq(mails.memberId, memberId))).length;

test('a mail is written once for a member who is still away and wants one', async () => {
  const [noor, bas] = [await anAbsentMember(), await anAbsentMember()];
  const write = (id: string, lastActiveAt = LAST_HERE) => batch(db, insertAbsenceMail(db, lastActiveAt, { ...aMail(id), ...MAILED_AT }));
  await write(noor.id, LAST_HERE - 1);
  expect(await mailsOf(noor.id)).toBe(0);
  await db.insert(notificationSettings).values({ memberId: bas.id, matrix: { message: { mail: 'never' }, like: { mail: 'never' } } });
  for (const { id } of [noor, noor, bas]) await write(id);
  expect([await mailsOf(noor.id), await mailsOf(bas.id)]).toEqual([1, 1]);
  const tom = await anAbsentMember();
  const never = { mail: 'never' };
  await db.insert(notificationSettings).values({ memberId: tom.id, matrix: { message: never, like: never, match: never } });
  await write(tom.id);
  expect(await mailsOf(tom.id)).toBe(0);
  const [row] = await db.select().from(members).where(eq(members.id, tom.id));
  expect(row?.awayMailedAt).toBe(0);
});

test('a mail that has waited for the end of quiet hours is deleted if its member was active since', async () => {
  const NOW = 9900;
  const waiting = { createdAt: 9000, dueAt: NOW };
  const store = async (lastActiveAt: number, change: Partial<typeof mails.$inferInsert> = {}) => {
    const { id } = await aMember(db, { lastActiveAt });
    await db.insert(mails).values({ ...aMail(id), ...waiting, ...change });
    return id;
  };
  const away = await store(9000);
  const active = await store(9001);
  const unaffected = [
    await store(9001, { dueAt: NOW + 1 }),
    await store(9001, { dueAt: 9000 }),
    await store(9001, { tries: 1 }),
    await store(9001, { acceptedAt: 9500 }),
    await store(9001, { kind: 'summary' }),
  ];
  const unwanted = await store(9000);
  const never = { mail: 'never' };
  await db.insert(notificationSettings).values({ memberId: unwanted, matrix: { message: never, like: never, match: never } });
  const claimed = (await claimDueMails(db, NOW, 100, isOutdatedAbsenceMail)).map(({ memberId }) => memberId);
  expect([away, active, unwanted].map((id) => claimed.includes(id))).toEqual([true, false, false]);
  expect([await mailsOf(away), await mailsOf(active), await mailsOf(unwanted)]).toEqual([1, 0, 0]);
  for (const id of unaffected) expect(await mailsOf(id)).toBe(1);
  // As before its first try.
  await db.update(mails).set({ tries: 0, dueAt: NOW }).where(eq(mails.memberId, away));
  await db.update(members).set({ status: 'banned' }).where(eq(members.id, away));
  await claimDueMails(db, NOW, 100, isOutdatedAbsenceMail);
  expect(await mailsOf(away)).toBe(0);
});
