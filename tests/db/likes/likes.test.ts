import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { giveLike, likesGiven, likesReceived, likeTotals, receivedLike, setLikeSeen, withdrawLike } from '#db/queries/likes/likes';
import { eventOutbox, likeNotificationLog, likes, members, quotes } from '#db/schema/index';
import { aBlock, aLike, aMatch, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 1000;
const eventFor = (memberId: string, type: string) => ({ id: newId(), memberId, event: { type, badge: {} }, createdAt: 1, dueAt: 5 });
const give = (likerId: string, likedId: string, since = 0, now = NOW, quote: Parameters<typeof giveLike>[5] = null) =>
  batch(
    db,
    giveLike(
      db,
      likerId,
      now,
      {
        received: eventFor(likedId, 'like.received'),
        badgeOnly: eventFor(likedId, 'badge.changed'),
        matchForThem: eventFor(likedId, 'match.made'),
        matchForMe: eventFor(likerId, 'match.made'),
      },
      { like: since, match: since },
      quote,
    ),
  );
const withdraw = (likerId: string, likedId: string) => batch(db, withdrawLike(db, likerId, eventFor(likedId, 'like.withdrawn')));
const eventsOf = async (id: string) =>
  (await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id))).map(({ event }) => (event as { type: string }).type);
const likesBy = async (id: string) => (await db.select().from(likes).where(eq(likes.likerId, id))).map(({ likedId }) => likedId);
const logOf = async (likerId: string, likedId: string) =>
  (
    await db
      .select()
      .from(likeNotificationLog)
      .where(and(eq(likeNotificationLog.likerId, likerId), eq(likeNotificationLog.likedId, likedId)))
  )[0];
const setStatus = (id: string, status: 'not_confirmed' | 'deleted' | 'banned') =>
  db.update(members).set({ status }).where(eq(members.id, id));

test('a like is one’s own and of one member, and a match needs a like of both', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  await aLike(db, tom.id, noor.id);
  await aLike(db, bas.id, tom.id);
  await give(noor.id, bas.id);
  expect([await eventsOf(bas.id), await eventsOf(noor.id)]).toEqual([['like.received'], []]);
  await give(noor.id, bas.id);
  expect(await eventsOf(bas.id)).toEqual(['like.received']);
  await give(bas.id, noor.id);
  expect([await eventsOf(bas.id), await eventsOf(noor.id)]).toEqual([
    ['like.received', 'match.made'],
    ['like.received', 'match.made'],
  ]);
  expect([await likesBy(noor.id), (await likesBy(bas.id)).toSorted()]).toEqual([[bas.id], [noor.id, tom.id].toSorted()]);
});

test('a like is not stored across a block, whoever has set it', async () => {
  for (const isMine of [true, false]) {
    const [noor, bas] = [await aMember(db), await aMember(db)];
    await aBlock(db, isMine ? noor.id : bas.id, isMine ? bas.id : noor.id);
    await expect(give(noor.id, bas.id)).rejects.toThrow();
    expect([await likesBy(noor.id), await eventsOf(bas.id)]).toEqual([[], []]);
  }
});

test('what was notified of late is not notified of again, that of others does not count', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  await give(noor.id, tom.id);
  await give(tom.id, bas.id);
  await db.delete(eventOutbox);
  await give(noor.id, bas.id);
  expect(await eventsOf(bas.id)).toEqual(['like.received']);
  await withdraw(noor.id, bas.id);
  await db.delete(eventOutbox);
  await give(noor.id, bas.id, NOW - 1, NOW + 50);
  expect(await eventsOf(bas.id)).toEqual(['badge.changed']);
  await withdraw(noor.id, bas.id);
  await db.delete(eventOutbox);
  await give(noor.id, bas.id, NOW, NOW + 60);
  expect(await eventsOf(bas.id)).toEqual(['like.received']);
  expect((await logOf(noor.id, bas.id))?.likeNotifiedAt).toBe(NOW + 60);
});

test('a match that was notified of late is not notified of again', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await aLike(db, bas.id, noor.id);
  const matchEvents = async (since: number) => {
    await db.delete(eventOutbox);
    await give(noor.id, bas.id, since);
    const found = [...(await eventsOf(bas.id)), ...(await eventsOf(noor.id))].filter((type) => type === 'match.made').length;
    await withdraw(noor.id, bas.id);
    return found;
  };
  expect([await matchEvents(0), await matchEvents(NOW - 1), await matchEvents(NOW)]).toEqual([2, 0, 2]);
});

test('the like of an unconfirmed member causes no event and no match, and one to them none either', async () => {
  const [eva, bas] = [await aMember(db, { status: 'not_confirmed' }), await aMember(db)];
  await aLike(db, bas.id, eva.id);
  await give(eva.id, bas.id);
  expect([await likesBy(eva.id), await eventsOf(bas.id), await eventsOf(eva.id)]).toEqual([[bas.id], [], []]);
  const tom = await aMember(db);
  await aLike(db, eva.id, tom.id);
  await give(tom.id, eva.id);
  expect([await eventsOf(tom.id), await eventsOf(eva.id)]).toEqual([[], ['like.received']]);
  await db.delete(eventOutbox);
  await withdraw(eva.id, bas.id);
  expect([await eventsOf(bas.id), await logOf(eva.id, bas.id)]).toEqual([[], undefined]);
});

test('a like is taken back alone, with an event if it was there and there is no block', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  for (const [one, other] of [
    [noor, bas],
    [noor, tom],
    [tom, bas],
  ] as const)
    await aLike(db, one.id, other.id);
  await withdraw(noor.id, bas.id);
  await withdraw(noor.id, bas.id);
  expect([await likesBy(noor.id), await likesBy(tom.id), await eventsOf(bas.id)]).toEqual([[tom.id], [bas.id], ['like.withdrawn']]);
  await aBlock(db, tom.id, noor.id);
  await withdraw(noor.id, tom.id);
  expect([await likesBy(noor.id), await eventsOf(tom.id)]).toEqual([[], []]);
});

test('a like is seen by itself, and read by its receiver while its giver shows', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  for (const [one, other] of [
    [noor, bas],
    [tom, bas],
    [noor, tom],
  ] as const)
    await aLike(db, one.id, other.id);
  await setLikeSeen(db, noor.id, bas.id);
  const isNew = async (one: string, other: string) => (await receivedLike(db, one, other)).map((like) => like.isNew);
  expect([await isNew(noor.id, bas.id), await isNew(tom.id, bas.id), await isNew(noor.id, tom.id), await isNew(bas.id, noor.id)]).toEqual([
    [false],
    [true],
    [true],
    [],
  ]);
  await aBlock(db, bas.id, tom.id);
  expect(await isNew(tom.id, bas.id)).toEqual([]);
  for (const status of ['not_confirmed', 'deleted', 'banned'] as const) {
    await setStatus(noor.id, status);
    expect(await isNew(noor.id, bas.id)).toEqual([]);
  }
});

test('lists and totals leave out who has left or is blocked, and unconfirmed members where they like', async () => {
  const noor = await aMember(db);
  const people = await Promise.all(Array.from({ length: 6 }, () => aMember(db)));
  const [match, onlyGiven, unconfirmed, banned, blocked, blocking] = people.map(({ id }) => id) as [string, ...string[]];
  for (const { id } of people) await aMatch(db, noor.id, id);
  const stranger = await aMember(db);
  await aMatch(db, stranger.id, match);
  await db.delete(likes).where(and(eq(likes.likerId, onlyGiven ?? ''), eq(likes.likedId, noor.id)));
  await setStatus(unconfirmed ?? '', 'not_confirmed');
  await setStatus(banned ?? '', 'banned');
  await aBlock(db, noor.id, blocked ?? '');
  await aBlock(db, blocking ?? '', noor.id);
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
  expect(idsOf(await likesGiven(db, noor.id, false, null, 9))).toEqual([match, onlyGiven, unconfirmed].toSorted());
  expect(idsOf(await likesGiven(db, noor.id, true, null, 9))).toEqual([match]);
  expect(idsOf(await likesReceived(db, noor.id, null, 9))).toEqual([match]);
  expect(await likeTotals(db, noor.id)).toEqual([{ profiles: 3, likedBy: 1, matches: 1, newLikes: 1 }]);
  await setLikeSeen(db, match, noor.id);
  expect(await likeTotals(db, noor.id)).toEqual([{ profiles: 3, likedBy: 1, matches: 1, newLikes: 0 }]);
});

test('lists go on behind their cursor', async () => {
  const noor = await aMember(db);
  const people = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))).map(({ id }) => id);
  for (const [i, id] of people.entries()) {
    await db.insert(likes).values({ likerId: noor.id, likedId: id, createdAt: 100 + i });
    await db.insert(likes).values({ likerId: id, likedId: noor.id, createdAt: 100 + i, isNew: i < 2 });
  }
  const [a, b, c, d] = people;
  const received = (cursor: Parameters<typeof likesReceived>[2]) => likesReceived(db, noor.id, cursor, 9);
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  expect(idsOf(await received(null))).toEqual([b, a, d, c]);
  expect(idsOf(await received({ isNew: true, createdAt: 100, id: a ?? '' }))).toEqual([d, c]);
  expect(idsOf(await received({ isNew: false, createdAt: 103, id: d ?? '' }))).toEqual([c]);
  expect(idsOf(await likesGiven(db, noor.id, false, { isNew: false, createdAt: 102, id: c ?? '' }, 9))).toEqual([b, a]);
});

test('matches are those of a confirmed member with who likes them back', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  await aMatch(db, noor.id, bas.id);
  await aLike(db, noor.id, tom.id);
  // A like of Tom for somebody else.
  await aLike(db, tom.id, bas.id);
  const matches = async () => [(await likeTotals(db, noor.id))[0]?.matches, (await likesGiven(db, noor.id, true, null, 9)).length];
  expect(await matches()).toEqual([1, 1]);
  await setStatus(noor.id, 'not_confirmed');
  expect(await matches()).toEqual([0, 0]);
});

test('a like that is given again of late has its former time, and is as new as it was', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const likeOf = async (likerId: string) => {
    const [row] = await db
      .select()
      .from(likes)
      .where(and(eq(likes.likerId, likerId), eq(likes.likedId, bas.id)));
    return [row?.isNew, row?.createdAt];
  };
  await give(noor.id, bas.id);
  await setLikeSeen(db, noor.id, bas.id);
  await withdraw(noor.id, bas.id);
  expect(await logOf(noor.id, bas.id)).toMatchObject({ wasSeen: true, likeNotifiedAt: NOW });
  await give(tom.id, bas.id, NOW - 1, NOW + 10);
  expect(await likeOf(tom.id)).toEqual([true, NOW + 10]);
  await give(noor.id, bas.id, NOW - 1, NOW + 10);
  expect([await likeOf(noor.id), await logOf(noor.id, bas.id)]).toMatchObject([[false, NOW], { wasSeen: true, likeNotifiedAt: NOW }]);
  await withdraw(noor.id, bas.id);
  await give(noor.id, bas.id, NOW, NOW + 20);
  expect([await likeOf(noor.id), await logOf(noor.id, bas.id)]).toMatchObject([
    [true, NOW + 20],
    { wasSeen: false, likeNotifiedAt: NOW + 20 },
  ]);
});

test('a like is logged by itself when it is taken back', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  for (const [one, other] of [
    [noor, bas],
    [noor, tom],
    [tom, bas],
  ] as const)
    await aLike(db, one.id, other.id);
  await withdraw(noor.id, bas.id);
  expect([(await logOf(noor.id, bas.id))?.wasSeen, await logOf(noor.id, tom.id), await logOf(tom.id, bas.id)]).toEqual([
    false,
    undefined,
    undefined,
  ]);
});

test('a like quotes what it is about when it is first given, whatever others like', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db, { personal: 'I bake bread' }), await aMember(db)];
  await aLike(db, tom.id, bas.id);
  await aLike(db, noor.id, tom.id);
  const quoting = (text: string) => give(noor.id, bas.id, 0, NOW, { id: newId(), block: { text } });
  const quoted = async () => (await db.select().from(quotes).where(eq(quotes.authorId, noor.id))).map(({ text }) => text);
  await quoting('bread');
  expect(await quoted()).toEqual(['bread']);
  await db.delete(quotes);
  await quoting('bake');
  expect(await quoted()).toEqual([]);
});
