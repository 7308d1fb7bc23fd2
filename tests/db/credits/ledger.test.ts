import { expect, test } from 'vitest';
import { debtOf, ledgerOf } from '#db/queries/credits/ledger';
import { creditLots, debts, ledgerLines, messages } from '#db/schema/index';
import { aConversation, aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

async function aLot(memberId: string): Promise<string> {
  const id = newId();
  await db.insert(creditLots).values({ id, memberId, source: 'purchase', reference: newId(), remaining: 9, createdAt: 1 });
  return id;
}
type Line = typeof ledgerLines.$inferInsert;
const aLine = (memberId: string, lotId: string, line: Partial<Line>) =>
  db
    .insert(ledgerLines)
    .values({ ...{ id: newId(), memberId, lotId, amount: 1, reason: 'purchase', reference: newId(), createdAt: 1 }, ...line });
const read = (memberId: string, cursor: Parameters<typeof ledgerOf>[2] = null) => ledgerOf(db, memberId, cursor, 9);

test('debts are each member’s own', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await db.insert(debts).values({ memberId: bas.id, owed: 3 });
  expect([await debtOf(db, bas.id), await debtOf(db, noor.id)]).toEqual([[{ owed: 3 }], []]);
});

test('a movement is one line with the sum of its lots; another reason, reference or member is another movement', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const [first, second, theirs] = [await aLot(noor.id), await aLot(noor.id), await aLot(bas.id)];
  const reference = newId();
  await aLine(noor.id, first, { id: 'b', amount: -2, reason: 'reversal', reference, createdAt: 5 });
  await aLine(noor.id, second, { id: 'a', amount: -3, reason: 'reversal', reference, createdAt: 5 });
  await aLine(noor.id, first, { id: '0', amount: 7, reason: 'purchase', reference, createdAt: 4 });
  await aLine(noor.id, first, { id: '1', amount: 9, reason: 'reversal', createdAt: 3 });
  await aLine(bas.id, theirs, { id: '2', amount: -8, reason: 'reversal', reference, createdAt: 6 });
  expect((await read(noor.id)).map(({ line }) => [line.id, line.amount])).toEqual([
    ['a', -5],
    ['0', 7],
    ['1', 9],
  ]);
  expect((await read(bas.id)).map(({ line }) => [line.id, line.amount])).toEqual([['2', -8]]);
});

test('lines of messages and their refunds show the other one of that conversation, other lines nobody', async () => {
  const [noor, bas, tom] = [await aMember(db), await aMember(db), await aMember(db)];
  const lot = await aLot(noor.id);
  const write = async (otherId: string) => {
    const conversationId = await aConversation(db, noor.id, otherId);
    const message = { id: newId(), conversationId, seq: 1, senderId: noor.id, clientId: newId(), text: 'Hello', createdAt: 1 };
    await db.insert(messages).values(message);
    return message.id;
  };
  const [toBas, toTom] = [await write(bas.id), await write(tom.id)];
  await aLine(noor.id, lot, { reason: 'message', reference: toBas, createdAt: 4 });
  await aLine(noor.id, lot, { reason: 'refund', reference: toTom, createdAt: 3 });
  await aLine(noor.id, lot, { reason: 'purchase', reference: toBas, createdAt: 2 });
  expect((await read(noor.id)).map(({ line, otherId }) => [line.reason, otherId])).toEqual([
    ['message', bas.id],
    ['refund', tom.id],
    ['purchase', null],
  ]);
});

test('the ledger goes on behind its cursor', async () => {
  const noor = await aMember(db);
  const lot = await aLot(noor.id);
  for (const [id, createdAt] of [
    ['m', 5],
    ['x', 6],
    ['n', 5],
    ['k', 4],
  ] as const)
    await aLine(noor.id, lot, { id, createdAt });
  const ids = async (cursor: Parameters<typeof ledgerOf>[2]) => (await read(noor.id, cursor)).map(({ line }) => line.id);
  expect([await ids(null), await ids({ at: 5, id: 'm' }), await ids({ at: 5, id: 'l' }), await ids({ at: 5, id: 'n' })]).toEqual([
    ['x', 'm', 'n', 'k'],
    ['n', 'k'],
    ['m', 'n', 'k'],
    ['k'],
  ]);
});
