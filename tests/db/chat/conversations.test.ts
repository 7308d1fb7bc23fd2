import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  conversationListOf,
  conversationOf,
  conversationOfPair,
  conversationTotal,
  createConversationStatements,
  deletePastFirstMessages,
  firstMessagesSince,
  messageByClientId,
  messagesOf,
} from '#db/queries/chat/conversations';
import { conversations, firstMessages, members, messages, participants } from '#db/schema/index';
import { aBlock, aConversation, aLike, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const write = async (conversationId: string, senderId: string, seq: number) => {
  const message = { id: newId(), conversationId, seq, senderId, clientId: newId(), text: 'Hello', createdAt: 1 };
  await db.insert(messages).values(message);
  return message;
};
const side = (memberId: string, conversationId: string, columns: Partial<typeof participants.$inferInsert>) =>
  db
    .update(participants)
    .set(columns)
    .where(and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId)));

test('a conversation is read from one’s own side, while it is accessible', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db, { name: 'Bas' }), await aMember(db)];
  const id = await aConversation(db, noor.id, bas.id);
  const elsewhere = await aConversation(db, noor.id, tom.id);
  await side(noor.id, id, { readTo: 1 });
  await side(bas.id, id, { readTo: 2 });
  await side(bas.id, await aConversation(db, bas.id, tom.id), { readTo: 9 });
  expect(await conversationOf(db, noor.id, id)).toMatchObject([{ name: 'Bas', participant: { readTo: 1 }, otherReadTo: 2 }]);
  expect(await conversationOf(db, tom.id, id)).toEqual([]);
  expect(await conversationOf(db, noor.id, elsewhere)).toMatchObject([{ id: tom.id, otherReadTo: 0 }]);
  await side(noor.id, id, { isAccessible: false });
  expect(await conversationOf(db, noor.id, id)).toEqual([]);
  expect(await conversationOf(db, bas.id, id)).toHaveLength(1);
});

test('a member has written in a conversation by messages of their own in it', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const id = await aConversation(db, noor.id, bas.id);
  await write(await aConversation(db, noor.id, tom.id), noor.id, 1);
  await write(id, bas.id, 1);
  const haveWritten = async () => (await conversationOf(db, noor.id, id))[0]?.haveWritten;
  expect(await haveWritten()).toBe(0);
  await write(id, noor.id, 2);
  expect(await haveWritten()).toBe(1);
});

test('a conversation shows who of the two blocks whom, and the like of the other once it is confirmed', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const id = await aConversation(db, noor.id, bas.id);
  const facts = async () => {
    const [row] = await conversationOf(db, noor.id, id);
    return [row?.iBlock, row?.blocksMe, row?.likesMe];
  };
  for (const [one, other] of [
    [noor, tom],
    [tom, noor],
    [bas, tom],
    [tom, bas],
  ] as const) {
    await aBlock(db, one.id, other.id);
    await aLike(db, one.id, other.id);
  }
  await aLike(db, noor.id, bas.id);
  expect(await facts()).toEqual([0, 0, 0]);
  await aLike(db, bas.id, noor.id);
  await aBlock(db, noor.id, bas.id);
  expect(await facts()).toEqual([1, 0, 1]);
  await aBlock(db, bas.id, noor.id);
  await db.update(members).set({ status: 'not_confirmed' }).where(eq(members.id, bas.id));
  expect(await facts()).toEqual([1, 1, 0]);
});

test('hidden words are read before the first message only', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db, { hiddenWords: ['crypto'] })];
  const id = await aConversation(db, noor.id, bas.id);
  const words = async () => (await conversationOf(db, noor.id, id))[0]?.hiddenWords;
  expect(await words()).toBe('["crypto"]');
  await db.update(conversations).set({ firstSenderId: bas.id }).where(eq(conversations.id, id));
  expect(await words()).toBeNull();
});

test('the conversation of a pair is found in either order, with whether one’s own side is accessible', async () => {
  const [a, b, c, d] = (await Promise.all(Array.from({ length: 4 }, () => aMember(db)))).map(({ id }) => id).toSorted() as [
    ...[string, string, string, string],
  ];
  const ab = await aConversation(db, a, b);
  const [ac, bc] = [await aConversation(db, a, c), await aConversation(db, b, c)];
  await side(b, ab, { isAccessible: false });
  expect(await conversationOfPair(db, a, b)).toEqual([{ id: ab, isAccessible: true }]);
  expect(await conversationOfPair(db, b, a)).toEqual([{ id: ab, isAccessible: false }]);
  expect([await conversationOfPair(db, a, c), await conversationOfPair(db, c, b)]).toMatchObject([[{ id: ac }], [{ id: bc }]]);
  expect(await conversationOfPair(db, c, d)).toEqual([]);
});

test('a conversation is opened again for the one who asks, and no other of theirs', async () => {
  const [a, b, c] = (await Promise.all(Array.from({ length: 3 }, () => aMember(db)))).map(({ id }) => id).toSorted() as [
    ...[string, string, string],
  ];
  const ids = { ab: await aConversation(db, a, b), ac: await aConversation(db, a, c), bc: await aConversation(db, b, c) };
  const opened = async (one: string, other: string) => {
    await db.update(participants).set({ isAccessible: false });
    const { opened: rows } = await batch(db, createConversationStatements(db, newId(), one, other, 1));
    const sides = await db.select().from(participants).where(eq(participants.isAccessible, true));
    expect(rows).toHaveLength(1);
    return sides.map(({ memberId, conversationId }) => [memberId, conversationId]);
  };
  expect([await opened(a, c), await opened(c, a), await opened(c, b), await opened(b, a)]).toEqual([
    [[a, ids.ac]],
    [[c, ids.ac]],
    [[c, ids.bc]],
    [[b, ids.ab]],
  ]);
});

test('a page of messages is of one conversation, behind what was cleared and between the marks', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const id = await aConversation(db, noor.id, bas.id);
  const other = await aConversation(db, noor.id, tom.id);
  const elsewhere = await write(other, noor.id, 3);
  const sent = [];
  for (const seq of [1, 2, 3, 4, 5]) sent.push(await write(id, bas.id, seq));
  await side(noor.id, id, { clearedTo: 1 });
  const seqs = async (range: Partial<Parameters<typeof messagesOf>[3]> = {}, who = noor.id) =>
    (await messagesOf(db, who, id, { before: undefined, after: undefined, limit: 9, ...range })).map(({ message }) => message.seq);
  expect([await seqs(), await seqs({ limit: 2 }), await seqs({}, bas.id), await seqs({}, tom.id)]).toEqual([
    [5, 4, 3, 2],
    [5, 4],
    [5, 4, 3, 2, 1],
    [],
  ]);
  expect([await seqs({ before: 4 }), await seqs({ after: 2 }), await seqs({ before: 5, after: sent[2]?.id })]).toEqual([
    [3, 2],
    [3, 4, 5],
    [4],
  ]);
  expect([await seqs({ after: elsewhere.id }), await seqs({ before: elsewhere.id })]).toEqual([[2, 3, 4, 5], []]);
  await side(noor.id, id, { isAccessible: false });
  expect([await seqs(), await seqs({}, bas.id)]).toEqual([[], [5, 4, 3, 2, 1]]);
});

test('a message is found by its sender and their id of it', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const id = await aConversation(db, noor.id, bas.id);
  const [one] = [await write(id, noor.id, 1), await write(id, noor.id, 2)];
  expect(await messageByClientId(db, noor.id, one.clientId)).toMatchObject([{ message: { id: one.id }, about: null }]);
  expect(await messageByClientId(db, bas.id, one.clientId)).toEqual([]);
});

test('first messages of a member count from a time on, and past ones are deleted', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  for (const [memberId, createdAt] of [
    [noor.id, 5],
    [noor.id, 7],
    [noor.id, 6],
    [bas.id, 8],
  ] as const)
    await db.insert(firstMessages).values({ memberId, conversationId: newId(), textHash: '', createdAt });
  const times = async (since: number) => (await firstMessagesSince(db, noor.id, since)).map(({ createdAt }) => createdAt);
  expect([await times(4), await times(5)]).toEqual([
    [5, 6, 7],
    [6, 7],
  ]);
  await deletePastFirstMessages(db, 6);
  expect(await times(0)).toEqual([7]);
});

test('the list of conversations is one’s own, listed and not with whom one blocks, and goes on behind its cursor', async () => {
  const noor = await aMember(db);
  const people = await Promise.all(Array.from({ length: 6 }, () => aMember(db)));
  const ids: string[] = [];
  for (const [i, { id }] of people.entries()) {
    const conversation = await aConversation(db, noor.id, id);
    await side(noor.id, conversation, { isListed: i > 0, lastAt: i > 3 ? 50 : i });
    await side(id, conversation, { isListed: true, lastAt: 99 });
    ids.push(conversation);
  }
  const [, blocked, blocking, newest] = people.map(({ id }) => id);
  await aBlock(db, noor.id, blocked ?? '');
  await aBlock(db, blocking ?? '', noor.id);
  await aBlock(db, blocking ?? '', newest ?? '');
  const [first, second] = ids.slice(4).toSorted() as [string, string];
  const list = async (cursor: Parameters<typeof conversationListOf>[2]) =>
    (await conversationListOf(db, noor.id, cursor, 9)).map(({ participant, blocksMe }) => [participant.conversationId, blocksMe]);
  expect(await list(null)).toEqual([
    [first, 0],
    [second, 0],
    [ids[3], 0],
    [ids[2], 1],
  ]);
  expect(await conversationTotal(db, noor.id)).toEqual([{ total: 4 }]);
  expect(await list({ at: 50, id: first })).toEqual([
    [second, 0],
    [ids[3], 0],
    [ids[2], 1],
  ]);
  expect(await list({ at: 3, id: ids[3] ?? '' })).toEqual([[ids[2], 1]]);
  expect(await list({ at: 3, id: '' })).toEqual([
    [ids[3], 0],
    [ids[2], 1],
  ]);
});
