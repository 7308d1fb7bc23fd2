import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { announceHeldLikes, dateHeldLikes } from '#db/queries/likes/likes-of-confirmed';
import { eventOutbox, likeNotificationLog, likes, members } from '#db/schema/index';
import { aBlock, aLike, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 5000;
const eventOf = (type: string) => ({ id: newId(), memberId: '', event: { type, profile: {}, badge: {} }, createdAt: NOW, dueAt: NOW });
const announce = (likerId: string) =>
  batch(db, announceHeldLikes(db, likerId, NOW, { received: eventOf('like.received'), match: eventOf('match.made') }));
const eventsOf = async (id: string) =>
  (await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id))).map(({ event }) => (event as { type: string }).type).toSorted();
const announcedBy = async (id: string) =>
  (await db.select().from(likeNotificationLog).where(eq(likeNotificationLog.likerId, id)))
    .map(({ likedId, matchNotifiedAt }) => [likedId, matchNotifiedAt])
    .toSorted();
const giveAt = (likerId: string, likedId: string, createdAt: number) => db.insert(likes).values({ likerId, likedId, createdAt });

test('the likes of an account that is about to be confirmed are dated anew, those of others are not', async () => {
  const [eva, bas, noor] = [await aMember(db, { status: 'not_confirmed' }), await aMember(db), await aMember(db)];
  for (const liker of [eva, bas]) await giveAt(liker.id, noor.id, 1);
  const timesOf = async (id: string) => (await db.select().from(likes).where(eq(likes.likerId, id))).map(({ createdAt }) => createdAt);
  expect(await dateHeldLikes(db, bas.id, NOW)).toEqual([]);
  expect(await dateHeldLikes(db, eva.id, NOW)).toEqual([{ likedId: noor.id }]);
  expect([await timesOf(eva.id), await timesOf(bas.id)]).toEqual([[NOW], [1]]);
});

test('likes that were dated by the confirmation are announced once, with a match for those who like back', async () => {
  const [eva, bas, noor, earlier, tom] = [await aMember(db), await aMember(db), await aMember(db), await aMember(db), await aMember(db)];
  for (const receiver of [bas, noor]) await giveAt(eva.id, receiver.id, NOW);
  await giveAt(eva.id, earlier.id, NOW - 1);
  await giveAt(tom.id, earlier.id, NOW);
  await aLike(db, bas.id, eva.id);
  await aLike(db, noor.id, tom.id);
  await aLike(db, tom.id, eva.id);
  await announce(eva.id);
  await announce(eva.id);
  expect([await eventsOf(bas.id), await eventsOf(noor.id)]).toEqual([['like.received', 'match.made'], ['like.received']]);
  expect([await eventsOf(earlier.id), await eventsOf(tom.id)]).toEqual([[], []]);
  expect(await announcedBy(eva.id)).toEqual(
    [
      [bas.id, NOW],
      [noor.id, null],
    ].toSorted(),
  );
});

test('likes across a block or of who has left, and those of who is not confirmed, are not announced', async () => {
  const [eva, blocked, blocking, banned, unconfirmed] = [
    await aMember(db),
    await aMember(db),
    await aMember(db),
    await aMember(db, { status: 'banned' }),
    await aMember(db, { status: 'not_confirmed' }),
  ];
  for (const receiver of [blocked, blocking, banned, unconfirmed]) await giveAt(eva.id, receiver.id, NOW);
  await aBlock(db, eva.id, blocked.id);
  await aBlock(db, blocking.id, eva.id);
  await db.update(members).set({ status: 'not_confirmed' }).where(eq(members.id, eva.id));
  await announce(eva.id);
  expect(await announcedBy(eva.id)).toEqual([]);
  await db.update(members).set({ status: 'active' }).where(eq(members.id, eva.id));
  await announce(eva.id);
  expect(await announcedBy(eva.id)).toEqual([[unconfirmed.id, null]]);
});

test('what was notified of before is not announced again, that of others is no reason', async () => {
  const [eva, bas, known, tom] = [await aMember(db), await aMember(db), await aMember(db), await aMember(db)];
  for (const receiver of [bas, known]) await giveAt(eva.id, receiver.id, NOW);
  await db.insert(likeNotificationLog).values([
    { likerId: eva.id, likedId: known.id, likeNotifiedAt: 1 },
    { likerId: tom.id, likedId: bas.id, likeNotifiedAt: 1 },
  ]);
  await announce(eva.id);
  expect([await eventsOf(bas.id), await eventsOf(known.id)]).toEqual([['like.received'], []]);
});

test('the like of an account makes no match with one that is not confirmed', async () => {
  const [eva, tom] = [await aMember(db), await aMember(db, { status: 'not_confirmed' })];
  await giveAt(eva.id, tom.id, NOW);
  await aLike(db, tom.id, eva.id);
  await announce(eva.id);
  expect([await eventsOf(tom.id), await announcedBy(eva.id)]).toEqual([['like.received'], [[tom.id, null]]]);
});
