import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newLikesOf, unreadMessagesOf } from '#db/queries/shared/badge';
import { likes, members, participants } from '#db/schema/index';
import { aBlock, aConversation, aLike, aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const badgeOf = async (id: string) => {
  const [row] = await db.all<{ likes: number; messages: number }>(
    sql`select ${newLikesOf(id)} as likes, ${unreadMessagesOf(id)} as messages`,
  );
  return [row?.likes, row?.messages];
};

test('a badge counts new likes of one member by others who show, and across no block', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const people = await Promise.all(Array.from({ length: 6 }, () => aMember(db)));
  const [counted, seen, blocked, blocking, banned, unconfirmed] = people.map(({ id }) => id) as [string, ...string[]];
  for (const { id } of people) await aLike(db, id, noor.id);
  await aLike(db, counted, bas.id);
  await aLike(db, noor.id, bas.id);
  expect(await badgeOf(noor.id)).toEqual([6, 0]);
  await db
    .update(likes)
    .set({ isNew: false })
    .where(and(eq(likes.likerId, seen ?? ''), eq(likes.likedId, noor.id)));
  await aBlock(db, noor.id, blocked ?? '');
  await aBlock(db, blocking ?? '', noor.id);
  await db
    .update(members)
    .set({ status: 'banned' })
    .where(eq(members.id, banned ?? ''));
  await db
    .update(members)
    .set({ status: 'not_confirmed' })
    .where(eq(members.id, unconfirmed ?? ''));
  expect([await badgeOf(noor.id), await badgeOf(bas.id)]).toEqual([
    [1, 0],
    [2, 0],
  ]);
});

test('a badge counts unread messages of one member, without requests and conversations with those whom the member blocks', async () => {
  const [noor, other] = [await aMember(db), await aMember(db)];
  const conversation = async () => {
    const { id } = await aMember(db);
    const conversationId = await aConversation(db, noor.id, id);
    const isOf = (memberId: string) => and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId));
    await db.update(participants).set({ unread: 2 }).where(isOf(noor.id));
    await db.update(participants).set({ unread: 5 }).where(isOf(id));
    return { id, isMine: isOf(noor.id) };
  };
  const [request, blocked, third] = [await conversation(), await conversation(), await conversation()];
  const unread = async () => (await badgeOf(noor.id))[1];
  expect(await unread()).toBe(6);
  await db.update(participants).set({ isMessageRequest: true }).where(request.isMine);
  expect(await unread()).toBe(4);
  await aBlock(db, noor.id, blocked.id);
  // Blocks that are none of this member against one who writes.
  await aBlock(db, other.id, third.id);
  await aBlock(db, noor.id, other.id);
  expect(await unread()).toBe(2);
  await db.update(participants).set({ unread: 0 }).where(third.isMine);
  expect(await unread()).toBe(0);
});
