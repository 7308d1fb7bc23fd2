import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { clearConversation, insertReadEvent, moveReadMark, unreadTotals } from '#db/queries/chat/read-marks';
import { eventOutbox, members, messages, participants } from '#db/schema/index';
import { aBlock, aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const side = (memberId: string, conversationId: string) =>
  and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId));
const sideOf = async (memberId: string, conversationId: string) =>
  (await db.select().from(participants).where(side(memberId, conversationId)))[0];

/** A conversation with five messages, the third of the first member and the others of the other; nothing of it is read. */
async function aWrittenConversation(reader: string, writer: string) {
  const id = await aConversation(db, reader, writer);
  const ids: string[] = [];
  for (const seq of [1, 2, 3, 4, 5]) {
    const message = { id: newId(), conversationId: id, seq, senderId: seq === 3 ? reader : writer, clientId: newId() };
    await db.insert(messages).values({ ...message, text: 'Hello', createdAt: 1 });
    ids.push(message.id);
  }
  await db.update(participants).set({ lastSeq: 5, lastAt: 1 }).where(eq(participants.conversationId, id));
  await db.update(participants).set({ unread: 4, isMessageRequest: true, isListed: true }).where(side(reader, id));
  return { id, ids };
}

test('a read mark moves forward on one side of one conversation, and recounts what is unread there', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const [{ id, ids }, other] = [await aWrittenConversation(noor.id, bas.id), await aWrittenConversation(noor.id, tom.id)];
  const move = (mark: number | string) => moveReadMark(db, noor.id, id, mark);
  expect(await move(0)).toEqual([{ readTo: 0, unread: 4 }]);
  expect((await sideOf(noor.id, id))?.isMessageRequest).toBe(true);
  expect(await move(ids[1] ?? '')).toEqual([{ readTo: 2, unread: 2 }]);
  expect(await sideOf(noor.id, id)).toMatchObject({ readTo: 2, unread: 2, isMessageRequest: false });
  expect([await move(1), await move(other.ids[3] ?? '')]).toEqual([[{ readTo: 2, unread: 2 }], [{ readTo: 2, unread: 2 }]]);
  expect(await sideOf(bas.id, id)).toMatchObject({ readTo: 0 });
  expect(await sideOf(noor.id, other.id)).toMatchObject({ readTo: 0, unread: 4, isMessageRequest: true });
  await db.update(participants).set({ clearedTo: 4 }).where(side(noor.id, id));
  expect([await move(3), await move(99)]).toEqual([[{ readTo: 3, unread: 1 }], [{ readTo: 5, unread: 0 }]]);
  expect(await moveReadMark(db, tom.id, id, 5)).toEqual([]);
  await db.update(participants).set({ isMessageRequest: false }).where(side(noor.id, other.id));
  expect(await unreadTotals(db, noor.id)).toEqual([{ total: 4, unseenNotifications: 1 }]);
  await moveReadMark(db, noor.id, other.id, 0);
  expect((await sideOf(noor.id, other.id))?.isMessageRequest).toBe(false);
});

test('no read mark moves while the reader blocks the other, whoever else blocks whom', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const { id } = await aWrittenConversation(noor.id, bas.id);
  for (const [one, other] of [
    [bas, noor],
    [noor, tom],
    [tom, bas],
  ] as const)
    await aBlock(db, one.id, other.id);
  expect(await moveReadMark(db, noor.id, id, 1)).toHaveLength(1);
  await aBlock(db, noor.id, bas.id);
  expect(await moveReadMark(db, noor.id, id, 2)).toEqual([]);
});

test('a conversation is deleted on one side, and no other with it', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const [{ id }, other] = [await aWrittenConversation(noor.id, bas.id), await aWrittenConversation(noor.id, tom.id)];
  await clearConversation(db, noor.id, id);
  expect(await sideOf(noor.id, id)).toMatchObject({ clearedTo: 5, unread: 0, isListed: false, isAccessible: false });
  for (const [memberId, conversationId] of [
    [bas.id, id],
    [noor.id, other.id],
  ] as const)
    expect(await sideOf(memberId, conversationId)).toMatchObject({ clearedTo: 0, isAccessible: true });
});

/** The marks that a member hears of when another has read up to 3. */
async function marksHeard(reader: string, receiver: string, conversation: string, from: number) {
  const event = { id: newId(), memberId: receiver, event: { type: 'message.read' }, createdAt: 1, dueAt: 2 };
  await batch(db, { event: insertReadEvent(db, event, { reader, conversation, from, withUnread: false }) });
  const events = await db.delete(eventOutbox).where(eq(eventOutbox.memberId, receiver)).returning();
  return events.map((row) => (row.event as { to?: number }).to);
}

async function aReadConversation() {
  const [reader, receiver] = [await aMember(db), await aMember(db)];
  const conversation = await aConversation(db, reader.id, receiver.id);
  await db.update(participants).set({ lastSeq: 5, readTo: 3 }).where(eq(participants.memberId, reader.id));
  return { reader: reader.id, receiver: receiver.id, conversation };
}

test('a read mark is told once it has moved, of this reader in this conversation', async () => {
  const { reader, receiver, conversation } = await aReadConversation();
  expect(await marksHeard(reader, receiver, conversation, 2)).toEqual([3]);
  expect(await marksHeard(reader, receiver, conversation, 3)).toEqual([]);
  expect(await marksHeard(receiver, reader, conversation, 2)).toEqual([]);
  const another = await aConversation(db, reader, (await aMember(db)).id);
  expect(await marksHeard(reader, receiver, another, 0)).toEqual([]);
  expect(await marksHeard(reader, receiver, conversation, 2)).toEqual([3]);
});

test('a read mark is told of the conversation in which it was set, to a receiver who still exists', async () => {
  const { reader, receiver, conversation } = await aReadConversation();
  const another = await aConversation(db, reader, (await aMember(db)).id);
  await db.update(participants).set({ readTo: 9 }).where(side(reader, another));
  expect(await marksHeard(reader, receiver, conversation, 2)).toEqual([3]);
  expect(await marksHeard(reader, receiver, another, 4)).toEqual([9]);
  await db.delete(members).where(eq(members.id, receiver));
  expect(await marksHeard(reader, receiver, conversation, 2)).toEqual([]);
});

test.each(['reader', 'receiver'] as const)('nobody hears of a read mark across a block by the %s', async (blocker) => {
  const { reader, receiver, conversation } = await aReadConversation();
  await (blocker === 'reader' ? aBlock(db, reader, receiver) : aBlock(db, receiver, reader));
  expect(await marksHeard(reader, receiver, conversation, 2)).toEqual([]);
});
