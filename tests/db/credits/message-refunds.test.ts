import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { batch } from '#db/client';
import { refundStatements } from '#db/queries/credits/message-refunds';
import { grantCredits, spendCredits } from '#db/queries/shared/credit-balance';
import {
  accountNotifications,
  creditLots,
  debtLines,
  debts,
  eventOutbox,
  ledgerLines,
  members,
  messages,
  notificationSettings,
  participants,
  pushes,
  pushSubscriptions,
  sessions,
} from '#db/schema/index';
import { aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 100 * HOUR;
const OF_LATE = NOW - HOUR;
const refund = (recipientId: string) => batch(db, refundStatements(db, recipientId, { now: NOW, dueAt: NOW }));
const leave = (id: string, status: 'deleted' | 'banned' = 'deleted') => db.update(members).set({ status }).where(eq(members.id, id));

/** A message from one member to another that cost that many credits; returns its id. */
async function pay(senderId: string, conversationId: string, seq: number, amount: number, createdAt = OF_LATE): Promise<string> {
  const id = newId();
  await db.insert(messages).values({ id, conversationId, seq, senderId, clientId: newId(), text: 'Hello', createdAt });
  await batch(db, spendCredits(db, { memberId: senderId, amount, reason: 'message', reference: id, createdAt }));
  await db.update(participants).set({ lastAt: OF_LATE, lastSeq: seq }).where(eq(participants.conversationId, conversationId));
  return id;
}
const creditsOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.credits;
const lotsOf = async (id: string) =>
  (await db.select().from(creditLots).where(eq(creditLots.memberId, id)).orderBy(creditLots.createdAt)).map(({ remaining }) => remaining);
const linesOf = async (id: string, reason: 'refund' | 'owed') =>
  (
    await db
      .select()
      .from(ledgerLines)
      .where(and(eq(ledgerLines.memberId, id), eq(ledgerLines.reason, reason)))
  )
    .map(({ amount }) => amount)
    .toSorted((a, b) => a - b);
const owedOf = async (id: string) => (await db.select().from(debts).where(eq(debts.memberId, id)))[0]?.owed;
const debtLinesOf = async (id: string) =>
  (await db.select().from(debtLines).where(eq(debtLines.memberId, id))).map(({ amount }) => amount).toSorted((a, b) => a - b);
/** Events, notifications and pushes that a member got. */
const toldOf = async (id: string) =>
  (
    await Promise.all([
      db.select().from(eventOutbox).where(eq(eventOutbox.memberId, id)),
      db.select().from(accountNotifications).where(eq(accountNotifications.memberId, id)),
      db.select().from(pushes).where(eq(pushes.memberId, id)),
    ])
  ).map(({ length }) => length);
async function subscribe(memberId: string): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.memberId, memberId));
  const keys = { endpoint: `https://push.example/${memberId}`, p256dh: 'p', auth: 'a' };
  await db.insert(pushSubscriptions).values({ id: newId(), memberId, sessionId: session?.id ?? '', ...keys, createdAt: 1, seenAt: 1 });
}

test('unread paid messages of the last day to one who has left are refunded, once, and no others', async () => {
  const [noor, bas, tom, ida] = [await aMember(db, { credits: 100 }), await aMember(db), await aMember(db), await aMember(db)];
  const [toBas, toTom] = [await aConversation(db, noor.id, bas.id), await aConversation(db, noor.id, tom.id)];
  await pay(noor.id, toBas, 1, 1);
  await pay(noor.id, toBas, 2, 2, NOW - 24 * HOUR);
  const unread = await pay(noor.id, toBas, 3, 4);
  await pay(noor.id, toTom, 9, 8);
  await db
    .update(participants)
    .set({ readTo: 1 })
    .where(and(eq(participants.memberId, bas.id), eq(participants.conversationId, toBas)));
  // Lines that name the message, of another reason and of another member.
  const [[lot], [theirs]] = [
    await db.select().from(creditLots).where(eq(creditLots.memberId, noor.id)),
    await db
      .insert(creditLots)
      .values({ id: newId(), memberId: tom.id, source: 'grant', reference: newId(), remaining: 9, createdAt: 1 })
      .returning(),
  ];
  const line = { amount: -16, reference: unread, createdAt: 1 };
  await db.insert(ledgerLines).values([
    { ...line, id: newId(), memberId: noor.id, lotId: lot?.id ?? '', reason: 'grant' },
    { ...line, id: newId(), memberId: tom.id, lotId: theirs?.id ?? '', reason: 'message' },
    // A refund of another message.
    { ...line, id: newId(), memberId: tom.id, lotId: theirs?.id ?? '', reason: 'refund', reference: newId() },
  ]);
  await leave(ida.id);
  await refund(bas.id);
  expect([await creditsOf(noor.id), await linesOf(noor.id, 'refund')]).toEqual([85, []]);
  await leave(bas.id);
  for (let i = 0; i < 2; i++) await refund(bas.id);
  expect([await creditsOf(noor.id), await lotsOf(noor.id), await linesOf(noor.id, 'refund')]).toEqual([89, [89], [4]]);
  expect([await toldOf(noor.id), await toldOf(tom.id), await creditsOf(tom.id)]).toEqual([[1, 1, 0], [0, 0, 0], 0]);
  expect([await linesOf(noor.id, 'owed'), await debtLinesOf(noor.id), await owedOf(noor.id)]).toEqual([[], [], undefined]);
});

test('each sender gets what they paid, into the lots that paid', async () => {
  const [noor, bas, tom] = [await aMember(db, { credits: 2 }), await aMember(db), await aMember(db, { credits: 9 })];
  await batch(db, grantCredits(db, { id: newId(), memberId: noor.id, source: 'purchase', reference: newId(), amount: 6, createdAt: NOW }));
  await pay(noor.id, await aConversation(db, noor.id, bas.id), 1, 7);
  await pay(tom.id, await aConversation(db, tom.id, bas.id), 1, 7);
  await leave(bas.id, 'banned');
  await leave(tom.id, 'banned');
  await refund(bas.id);
  expect([await creditsOf(noor.id), await lotsOf(noor.id)]).toEqual([8, [6, 2]]);
  expect([await creditsOf(tom.id), await lotsOf(tom.id)]).toEqual([9, [9]]);
  expect([await toldOf(noor.id), await toldOf(tom.id)]).toEqual([
    [1, 1, 0],
    [0, 1, 0],
  ]);
});

test('a refund pays off the debt of its sender first, and nobody else’s', async () => {
  const [noor, bas, tom, ida] = [
    await aMember(db, { credits: 9 }),
    await aMember(db),
    await aMember(db, { credits: 9 }),
    await aMember(db),
  ];
  const conversation = await aConversation(db, noor.id, bas.id);
  await pay(noor.id, conversation, 1, 3);
  await pay(noor.id, conversation, 2, 2, OF_LATE + 1);
  await pay(tom.id, await aConversation(db, tom.id, bas.id), 1, 7);
  for (const [memberId, owed] of [
    [noor.id, 4],
    [tom.id, 9],
    [ida.id, 6],
  ] as const)
    await db.insert(debts).values({ memberId, owed });
  await leave(bas.id);
  await refund(bas.id);
  expect([await creditsOf(noor.id), await owedOf(noor.id), await linesOf(noor.id, 'owed'), await debtLinesOf(noor.id)]).toEqual([
    5,
    0,
    [-3, -1],
    [-3, -1],
  ]);
  expect([await creditsOf(tom.id), await owedOf(tom.id), await linesOf(tom.id, 'owed'), await debtLinesOf(tom.id)]).toEqual([
    2,
    2,
    [-7],
    [-7],
  ]);
  expect([await owedOf(ida.id), await creditsOf(ida.id)]).toEqual([6, 0]);
});

test('a refund is pushed to senders who have subscribed and want pushes at once', async () => {
  const [noor, bas, tom, ida] = [
    await aMember(db, { credits: 9 }),
    await aMember(db),
    await aMember(db, { credits: 9 }),
    await aMember(db),
  ];
  for (const { id } of [noor, tom, ida]) await subscribe(id);
  await db.insert(notificationSettings).values({ memberId: tom.id, matrix: { account: { push: 'daily' } } });
  for (const { id } of [noor, tom]) await pay(id, await aConversation(db, id, bas.id), 1, 1);
  await leave(bas.id);
  await refund(bas.id);
  expect([await toldOf(noor.id), await toldOf(tom.id), await toldOf(ida.id)]).toEqual([
    [1, 1, 1],
    [1, 1, 0],
    [0, 0, 0],
  ]);
});
