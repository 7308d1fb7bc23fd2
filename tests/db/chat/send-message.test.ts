import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { type FirstMessageCheck, type OutgoingMessage, sendStatements } from '#db/queries/chat/send-message';
import { conversations, eventOutbox, firstMessages, members, messages, participants, sessions } from '#db/schema/index';
import { aBlock, aConversation, aLike, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 50_000;

/** Two members with a conversation, and a message of the first to the other with the facts as they are. */
async function aSend(change: Partial<OutgoingMessage> = {}) {
  const [noor, bas] = [await aMember(db, { credits: 10 }), await aMember(db, { credits: 5 })];
  const conversationId = await aConversation(db, noor.id, bas.id);
  const send: OutgoingMessage = {
    ...{ id: newId(), conversationId, senderId: noor.id, recipientId: bas.id, clientId: newId(), text: 'Hello', createdAt: NOW },
    ...{ tokenHash: await tokenHashOf(noor.id), paymentCountry: 'NL', premiumUntil: null },
    ...{ isToFictional: 0, isMatch: 0, firstSenderId: null },
    ...change,
  };
  return { send, noor: noor.id, bas: bas.id, conversationId };
}
const tokenHashOf = async (memberId: string) =>
  (await db.select().from(sessions).where(eq(sessions.memberId, memberId)))[0]?.tokenHash ?? '';

const FIRST: FirstMessageCheck = {
  ...{ isToStranger: 1, textHash: 'a hash', countedSince: NOW - 100, maxPerDay: 3, maxOfOneText: 2 },
  ...{ hiddenWords: '[]', isMessageRequest: 0 },
};
function post(send: OutgoingMessage, first: FirstMessageCheck | null = null, cost = 0) {
  const at = { createdAt: send.createdAt, dueAt: send.createdAt };
  const events = {
    toRecipient: { id: newId(), memberId: send.recipientId, event: '{"type":"message.new","message":{},"unread":{}}', ...at },
    senderEventId: newId(),
    creditsToSender: { id: newId(), memberId: send.senderId, event: '{"type":"credits.changed"}', ...at },
  };
  return batch(db, sendStatements(db, send, first, cost, events));
}
const sent = async (id: string) => (await db.select().from(messages).where(eq(messages.id, id)))[0]?.seq;
const sideOf = async (memberId: string, conversationId: string) =>
  (
    await db
      .select()
      .from(participants)
      .where(and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId)))
  )[0];
const eventsOf = async (memberId: string) =>
  (await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, memberId)).orderBy(asc(eventOutbox.id))).map(
    ({ event }) => event as { type: string; message?: { seq: number }; unread?: object; is_aside?: boolean; credits?: number },
  );

test('a message gets the next number of its conversation, and changes both sides of it and no other', async () => {
  const { send, noor, bas, conversationId } = await aSend();
  const tom = await aMember(db);
  const others = [await aConversation(db, noor, tom.id), await aConversation(db, bas, tom.id)];
  for (const other of others)
    await db.insert(messages).values({ ...send, id: newId(), conversationId: other, seq: 7, clientId: newId(), senderId: tom.id });
  // A side of a stranger in the same conversation, which no query should take for one of the two.
  await db.insert(participants).values({ memberId: tom.id, conversationId, otherId: noor });
  await db.update(participants).set({ isMessageRequest: true }).where(eq(participants.conversationId, conversationId));
  await post(send);
  expect(await sent(send.id)).toBe(1);
  expect(await sideOf(noor, conversationId)).toMatchObject({ lastSeq: 1, unread: 0, isListed: true, isMessageRequest: false });
  expect(await sideOf(bas, conversationId)).toMatchObject({
    lastSeq: 1,
    unread: 1,
    isListed: true,
    isMessageRequest: true,
    lastSenderId: noor,
  });
  expect(await sideOf(tom.id, conversationId)).toMatchObject({ lastSeq: 0, isListed: false });
  for (const other of others) for (const id of [noor, bas, tom.id]) expect((await sideOf(id, other))?.lastSeq ?? 0).toBe(0);
  expect(await eventsOf(noor)).toEqual([{ type: 'message.new', message: { seq: 1 }, unread: { conversation: 0, total: 0 } }]);
  expect(await eventsOf(bas)).toEqual([
    { type: 'message.new', message: { seq: 1 }, unread: { conversation: 1, total: 0 }, is_aside: true },
  ]);
  expect(await eventsOf(tom.id)).toEqual([]);
});

test('both sides hold the number of the message that was sent, whatever else is written', async () => {
  const sendings = [await aSend(), await aSend()];
  for (const [i, { send, noor, conversationId }] of sendings.entries()) {
    if (i > 0) await db.insert(messages).values({ ...send, id: newId(), conversationId, seq: 7, clientId: newId() });
    await post(send);
    expect((await sideOf(noor, conversationId))?.lastSeq).toBe(i > 0 ? 8 : 1);
  }
});

test('a first message names the sender in its conversation alone, and is recorded and set aside there', async () => {
  const { send, noor, bas, conversationId } = await aSend();
  const tom = await aMember(db);
  const others = [await aConversation(db, noor, tom.id), await aConversation(db, bas, tom.id)];
  await post(send, { ...FIRST, isMessageRequest: 1 });
  const firstSenderOf = async (id: string) => (await db.select().from(conversations).where(eq(conversations.id, id)))[0]?.firstSenderId;
  expect(await firstSenderOf(conversationId)).toBe(noor);
  for (const other of others) expect(await firstSenderOf(other)).toBeNull();
  expect([(await sideOf(bas, conversationId))?.isMessageRequest, (await sideOf(noor, conversationId))?.isMessageRequest]).toEqual([
    true,
    false,
  ]);
  for (const other of others)
    for (const id of [noor, bas, tom.id]) expect((await sideOf(id, other))?.isMessageRequest ?? false).toBe(false);
  expect(await db.select().from(firstMessages).where(eq(firstMessages.memberId, noor))).toMatchObject([
    { conversationId, textHash: 'a hash' },
  ]);
});

test('the recipient alone is told of their unseen notifications, in which the message counts', async () => {
  const { send, noor, bas } = await aSend();
  await post(send);
  expect((await eventsOf(noor))[0]?.unread).toEqual({ conversation: 0, total: 0 });
  expect((await eventsOf(bas))[0]).toEqual({
    type: 'message.new',
    message: { seq: 1 },
    unread: { conversation: 1, total: 1, unseen_notifications: 1 },
  });
});

test('the sender is told of their own balance, and read by their session', async () => {
  const { send, noor } = await aSend();
  const { message } = await post(send, null, 3);
  expect(message).toMatchObject([{ seq: 1, sender: { id: noor, creditsBefore: 10 } }]);
  expect((await eventsOf(noor)).find(({ type }) => type === 'credits.changed')?.credits).toBe(7);
});

test.each(['sender', 'recipient'] as const)('a like of the %s alone makes no match', async (liker) => {
  const { send, noor, bas } = await aSend();
  await (liker === 'sender' ? aLike(db, noor, bas) : aLike(db, bas, noor));
  await expect(post({ ...send, isMatch: 1 })).rejects.toThrow();
  await post(send);
  expect(await sent(send.id)).toBe(1);
});

test('a message between two who like each other is one of a match', async () => {
  const { send, noor, bas } = await aSend();
  await aLike(db, noor, bas);
  await aLike(db, bas, noor);
  await expect(post(send)).rejects.toThrow();
  await post({ ...send, isMatch: 1 });
  expect(await sent(send.id)).toBe(1);
});

type Sending = Awaited<ReturnType<typeof aSend>>;
const change = (who: 'noor' | 'bas', columns: Partial<typeof members.$inferInsert>) => (sending: Sending) =>
  db.update(members).set(columns).where(eq(members.id, sending[who]));

test.each<[string, (sending: Sending) => Promise<unknown>]>([
  ['the sender is not confirmed', change('noor', { status: 'not_confirmed' })],
  ['the sender has no date of birth', change('noor', { dateOfBirth: null })],
  ['the sender pays in another country', change('noor', { paymentCountry: 'DE' })],
  ['the premium of the sender has changed', change('noor', { premiumUntil: NOW })],
  ['the recipient is banned', change('bas', { status: 'banned' })],
  ['the recipient is fictional', change('bas', { isFictional: true })],
  ['the sender blocks the recipient', ({ noor, bas }) => aBlock(db, noor, bas)],
  ['the recipient blocks the sender', ({ noor, bas }) => aBlock(db, bas, noor)],
  [
    'the sender has deleted the conversation',
    ({ noor }) => db.update(participants).set({ isAccessible: false }).where(eq(participants.memberId, noor)),
  ],
  [
    'somebody has written first',
    ({ bas, conversationId }) => db.update(conversations).set({ firstSenderId: bas }).where(eq(conversations.id, conversationId)),
  ],
  ['the session has ended', ({ noor }) => db.delete(sessions).where(eq(sessions.memberId, noor))],
  ['the session has expired', ({ noor }) => db.update(sessions).set({ expiresAt: NOW }).where(eq(sessions.memberId, noor))],
])('no message is stored if %s', async (_, happen) => {
  const sending = await aSend();
  await happen(sending);
  for (const first of [null, FIRST]) await expect(post(sending.send, first)).rejects.toThrow();
  expect([await sent(sending.send.id), (await eventsOf(sending.bas)).length]).toEqual([undefined, 0]);
});

test('a message is stored by a participant only, for the other one, in their conversation', async () => {
  const { send, noor, bas } = await aSend();
  const tom = await aMember(db);
  const theirs = await aConversation(db, bas, tom.id);
  const another = await aSend();
  for (const wrong of [
    { senderId: tom.id, tokenHash: await tokenHashOf(tom.id) },
    { recipientId: tom.id },
    { conversationId: theirs },
    { tokenHash: await tokenHashOf(another.noor) },
  ])
    await expect(post({ ...send, ...wrong })).rejects.toThrow();
  expect([await eventsOf(bas), await eventsOf(noor)]).toEqual([[], []]);
});

const record = (memberId: string, createdAt: number, textHash = newId()) =>
  db.insert(firstMessages).values({ memberId, conversationId: newId(), textHash, createdAt });

test('first messages to strangers are limited by day and by text, each member’s own of the counted time', async () => {
  const { send, noor, bas } = await aSend();
  for (let i = 0; i < 2; i++) {
    await record(noor, NOW - 1);
    await record(noor, NOW - 100, FIRST.textHash);
    await record(bas, NOW - 1, FIRST.textHash);
  }
  const attempt = (first: Partial<FirstMessageCheck>) => post({ ...send, id: newId(), clientId: newId() }, { ...FIRST, ...first });
  await expect(attempt({ maxPerDay: 2 })).rejects.toThrow();
  await record(noor, NOW - 1, FIRST.textHash);
  await expect(attempt({ maxPerDay: 9, maxOfOneText: 1 })).rejects.toThrow();
  expect((await attempt({ maxPerDay: 4, maxOfOneText: 2 })).message).toMatchObject([{ seq: 1 }]);
  const toMatch = await aSend();
  for (let i = 0; i < 3; i++) await record(toMatch.noor, NOW - 1, FIRST.textHash);
  await expect(post(toMatch.send, FIRST)).rejects.toThrow();
  expect((await post(toMatch.send, { ...FIRST, isToStranger: 0 })).message).toMatchObject([{ seq: 1 }]);
});

test('a first message is checked by the hidden words that its recipient has', async () => {
  const { send, bas } = await aSend();
  await db
    .update(members)
    .set({ hiddenWords: ['crypto'] })
    .where(eq(members.id, bas));
  await expect(post(send, FIRST)).rejects.toThrow();
  expect((await post(send, { ...FIRST, hiddenWords: '["crypto"]' })).message).toMatchObject([{ seq: 1 }]);
});
