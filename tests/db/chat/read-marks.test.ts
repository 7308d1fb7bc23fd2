import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { insertReadEvent } from '#db/queries/chat/read-marks';
import { eventOutbox, participants } from '#db/schema/index';
import { aBlock, aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

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
  expect(await marksHeard(reader, receiver, await aConversation(db, reader, (await aMember(db)).id), 0)).toEqual([]);
});

test.each(['reader', 'receiver'] as const)('nobody hears of a read mark across a block by the %s', async (blocker) => {
  const { reader, receiver, conversation } = await aReadConversation();
  await (blocker === 'reader' ? aBlock(db, reader, receiver) : aBlock(db, receiver, reader));
  expect(await marksHeard(reader, receiver, conversation, 2)).toEqual([]);
});
