import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  ledgerToExport,
  likesGivenToExport,
  likesReceivedToExport,
  messagesToExport,
  notificationDataOf,
  orderDataOf,
  storedDataOf,
} from '#db/queries/account/export';
import {
  accountNotifications,
  cancellations,
  caseDecisions,
  caseSources,
  cases,
  complaints,
  debtLines,
  debts,
  discounts,
  discountUses,
  entitlements,
  hides,
  knownDevices,
  knownNetworks,
  likes,
  mails,
  members,
  messages,
  notificationSettings,
  orders,
  participants,
  pushes,
  pushSubscriptions,
  reports,
  sessions,
  spendingLimits,
} from '#db/schema/index';
import { aBlock, aConversation, aLike, aMember, anEmailChange, anOrderRow, newEmail, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

/** Stores one row of everything about a member; `other` is named in it. */
async function storeOneOfEach(memberId: string, other: string): Promise<void> {
  const [id, sessionId] = [newId(), newId()];
  const mail = { recipient: '', subject: '', text: '', html: '' };
  const device = { device: 'a browser', createdAt: 1, seenAt: 1 };
  await aBlock(db, memberId, other);
  await anEmailChange(db, { memberId, oldEmail: newEmail(), newEmail: newEmail() });
  await db.insert(mails).values({ id, memberId, kind: 'reset', ...mail, createdAt: 1, dueAt: 1 });
  await db.insert(hides).values({ memberId, hiddenId: other, createdAt: 1 });
  await db.insert(reports).values({ id, reporterId: memberId, reportedId: other, reason: 'spam', createdAt: 1 });
  const complaint = { email: newEmail(), name: '', locale: 'nl', subject: 'payment', text: '', reference: '', createdAt: 1 };
  await db.insert(complaints).values({ number: id, memberId, ...complaint });
  await db.insert(cases).values({ number: id, memberId, subjectKind: 'member', subjectId: memberId, priority: 1, createdAt: 1 });
  await db.insert(caseSources).values({ id, caseNumber: id, kind: 'notice', memberId, createdAt: 1 });
  await db.insert(caseDecisions).values({ id, caseNumber: id, action: 'warn', actorKind: 'command_line', createdAt: 1 });
  const cancellation = { email: newEmail(), locale: 'nl', kind: 'ordinary' as const, orderNumber: '', reason: '', createdAt: 1 };
  await db.insert(cancellations).values({ number: id, memberId, ...cancellation });
  const order = anOrderRow({ memberId });
  await db.insert(orders).values(order);
  await db.insert(entitlements).values({ id, memberId, source: 'grant', fromAt: 1, untilAt: 2, state: 'ended', createdAt: 1 });
  await db.insert(discounts).values({ code: id, kind: 'stay', percent: 20, startsAt: 1, memberId, createdAt: 1 });
  await db.insert(discountUses).values({ orderId: order.id, code: id, memberId, state: 'reserved', createdAt: 1 });
  await db.insert(spendingLimits).values({ memberId, day: 1 });
  await db.insert(debts).values({ memberId, owed: 1 });
  await db.insert(debtLines).values({ id, memberId, amount: 1, reason: 'reversal', reference: id, createdAt: 1 });
  await db.insert(notificationSettings).values({ memberId });
  await db.insert(accountNotifications).values({ id, memberId, kind: 'account', event: 'refund', createdAt: 1 });
  await db.insert(knownDevices).values({ memberId, device: 'a browser', seenAt: 1 });
  await db.insert(knownNetworks).values({ memberId, network: 'a fingerprint', country: 'NL', seenAt: 1 });
  await db.insert(sessions).values({ id: sessionId, memberId, tokenHash: id, ...device, expiresAt: 2 });
  const subscription = { endpoint: `https://push.example/${id}`, p256dh: 'p', auth: 'a', createdAt: 1, seenAt: 1 };
  await db.insert(pushSubscriptions).values({ id, memberId, sessionId, ...subscription });
  await db.insert(pushes).values({ id, memberId, kind: 'like', tag: id, createdAt: 1, dueAt: 1 });
}

test('every list of the export is that of its member, with what is theirs and nothing of others', async () => {
  const [noor, bas] = [await aMember(db, { credits: 3 }), await aMember(db, { credits: 3 })];
  await storeOneOfEach(noor.id, bas.id);
  await storeOneOfEach(bas.id, noor.id);
  for (const { id } of [noor, bas]) {
    const lists = await batch(db, { ...storedDataOf(db, id), ...orderDataOf(db, id), ...notificationDataOf(db, id) });
    const counts = Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.length]));
    expect(counts).toEqual(Object.fromEntries(Object.keys(lists).map((name) => [name, 1])));
  }
});

test('a page of the ledger is that of its member, behind the line before', async () => {
  const [noor, bas] = [await aMember(db, { credits: 3 }), await aMember(db, { credits: 4 })];
  const START = { createdAt: 0, rowid: 0 };
  const lines = await ledgerToExport(db, noor.id, START);
  expect(lines.map(({ amount }) => amount)).toEqual([3]);
  expect((await ledgerToExport(db, bas.id, START)).map(({ amount }) => amount)).toEqual([4]);
  expect(await ledgerToExport(db, noor.id, lines[0] ?? START)).toEqual([]);
});

test('likes are exported by id, each behind the one before, those that were received if they show', async () => {
  const noor = await aMember(db);
  const people = (await Promise.all(Array.from({ length: 6 }, () => aMember(db)))).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [first, second, third, blocked, blocking, unconfirmed] = people.map(({ id }) => id) as [string, ...string[]];
  for (const { id } of people)
    await db.insert(likes).values([
      { likerId: id, likedId: noor.id, createdAt: 1 },
      { likerId: noor.id, likedId: id, createdAt: 1 },
    ]);
  await aLike(db, first, second ?? '');
  await aBlock(db, noor.id, blocked ?? '');
  await aBlock(db, blocking ?? '', noor.id);
  await db
    .update(members)
    .set({ status: 'not_confirmed' })
    .where(eq(members.id, unconfirmed ?? ''));
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  expect(idsOf(await likesGivenToExport(db, noor.id, ''))).toEqual(people.map(({ id }) => id));
  expect(idsOf(await likesGivenToExport(db, noor.id, blocking ?? ''))).toEqual([unconfirmed]);
  expect(idsOf(await likesReceivedToExport(db, noor.id, ''))).toEqual([first, second, third]);
  expect(idsOf(await likesReceivedToExport(db, noor.id, first))).toEqual([second, third]);
});

test('messages are exported to those who wrote them or can still read them, with the name of the other while it shows', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db, { name: 'Bas' }), await aMember(db, { name: 'Tom' })];
  const [id, elsewhere] = [await aConversation(db, noor.id, bas.id), await aConversation(db, bas.id, tom.id)];
  for (const [conversationId, senderId, seq] of [
    [id, noor.id, 1],
    [id, bas.id, 2],
    [id, bas.id, 3],
    [elsewhere, tom.id, 1],
  ] as const)
    await db.insert(messages).values({ id: newId(), conversationId, seq, senderId, clientId: newId(), text: `${seq}`, createdAt: 1 });
  await db.update(participants).set({ clearedTo: 2 }).where(eq(participants.memberId, noor.id));
  const seqsOf = async (seq = 0) =>
    (await messagesToExport(db, noor.id, { conversationId: seq === 0 ? '' : id, seq })).map((page) => [
      page.conversationId,
      page.otherName,
      (JSON.parse(page.messages) as { seq: number; from: string }[]).map((message) => `${message.seq} ${message.from}`),
    ]);
  expect(await seqsOf()).toEqual([[id, 'Bas', ['1 me', '3 them']]]);
  expect(await seqsOf(1)).toEqual([[id, 'Bas', ['3 them']]]);
  // Blocks that are none of Bas against this member.
  await aBlock(db, noor.id, bas.id);
  await aBlock(db, bas.id, tom.id);
  await aBlock(db, tom.id, noor.id);
  expect(await seqsOf(1)).toEqual([[id, 'Bas', ['3 them']]]);
  await db.update(members).set({ status: 'banned' }).where(eq(members.id, bas.id));
  expect(await seqsOf(1)).toEqual([[id, '', ['3 them']]]);
  await db.update(members).set({ status: 'not_confirmed' }).where(eq(members.id, bas.id));
  expect(await seqsOf(1)).toEqual([[id, 'Bas', ['3 them']]]);
  await aBlock(db, bas.id, noor.id);
  expect(await seqsOf(1)).toEqual([[id, '', ['3 them']]]);
});

test('a page of messages goes on in the conversations behind its cursor, and ends before it grows too large', async () => {
  const noor = await aMember(db);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push(await aConversation(db, noor.id, (await aMember(db)).id));
  const [first, second, third] = ids.toSorted() as [string, string, string];
  for (const conversationId of ids)
    for (const seq of [1, 2])
      await db.insert(messages).values({
        ...{ id: newId(), conversationId, seq, senderId: noor.id, clientId: newId(), createdAt: 1 },
        text: 'x'.repeat(conversationId === third ? 140_000 : 5),
      });
  const pageFrom = async (conversationId: string, seq: number) =>
    (await messagesToExport(db, noor.id, { conversationId, seq })).map((page) => [page.conversationId, page.count]);
  expect(await pageFrom('', 0)).toEqual([
    [first, 2],
    [second, 2],
    [third, 1],
  ]);
  expect(await pageFrom(second, 1)).toEqual([
    [second, 1],
    [third, 1],
  ]);
});
