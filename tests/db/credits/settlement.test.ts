import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  grantCreditsStatements,
  insertSettlementEvents,
  reclaimCreditsStatements,
  restoreCreditsStatements,
  updateOrderAtRevision,
} from '#db/queries/credits/settlement';
import { grantCredits, spendCredits } from '#db/queries/shared/credit-balance';
import { creditLots, debtLines, debts, eventOutbox, ledgerLines, members, orders } from '#db/schema/index';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

let steps = 0;
/** A movement of an order, with a reference of its own. */
const movementOf = (memberId: string, orderId: string, amount: number) => {
  steps += 1;
  return { memberId, orderId, amount, reference: `${orderId}#${steps}`, now: steps };
};
const grant = (memberId: string, amount: number, orderId = newId()) =>
  batch(db, grantCreditsStatements(db, newId(), movementOf(memberId, orderId, amount))).then(() => orderId);
const reclaim = (memberId: string, orderId: string, amount: number) =>
  batch(db, reclaimCreditsStatements(db, movementOf(memberId, orderId, amount)));
const restore = (memberId: string, orderId: string, amount: number) =>
  batch(db, restoreCreditsStatements(db, movementOf(memberId, orderId, amount)));
const spend = (memberId: string, amount: number) =>
  batch(db, spendCredits(db, { memberId, amount, reason: 'message', reference: newId(), createdAt: 1 }));

/** What a member has, what they owe, and what remains of the lot of each order. */
async function stateOf(memberId: string, ...orderIds: readonly string[]) {
  const lots = await db.select().from(creditLots).where(eq(creditLots.memberId, memberId));
  return {
    credits: (await db.select().from(members).where(eq(members.id, memberId)))[0]?.credits,
    owed: (await db.select().from(debts).where(eq(debts.memberId, memberId)))[0]?.owed ?? 0,
    lots: orderIds.map((id) => lots.find(({ reference }) => reference === id)?.remaining),
  };
}
const ledgerOf = async (memberId: string) =>
  (await db.select().from(ledgerLines).where(eq(ledgerLines.memberId, memberId))).map(({ reason, amount }) => `${reason} ${amount}`);
const debtOf = async (memberId: string) =>
  (await db.select().from(debtLines).where(eq(debtLines.memberId, memberId))).map(({ reason, amount }) => `${reason} ${amount}`);

test('a purchase of who owes nothing, or nothing any more, pays nothing off', async () => {
  for (const owed of [null, 0]) {
    const { id } = await aMember(db);
    if (owed !== null) await db.insert(debts).values({ memberId: id, owed });
    const order = await grant(id, 5);
    expect(await stateOf(id, order)).toEqual({ credits: 5, owed: 0, lots: [5] });
    expect([await ledgerOf(id), await debtOf(id)]).toEqual([['purchase 5'], []]);
  }
});

test('a purchase pays off the debt of its member alone, in part or in full', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  for (const { id } of [noor, bas]) await db.insert(debts).values({ memberId: id, owed: 7 });
  const first = await grant(noor.id, 5);
  expect(await stateOf(noor.id, first)).toEqual({ credits: 0, owed: 2, lots: [0] });
  const second = await grant(noor.id, 5);
  expect(await stateOf(noor.id, first, second)).toEqual({ credits: 3, owed: 0, lots: [0, 3] });
  expect(await debtOf(noor.id)).toEqual(['purchase -5', 'purchase -2']);
  expect([await stateOf(bas.id), await debtOf(bas.id)]).toEqual([{ credits: 0, owed: 7, lots: [] }, []]);
});

test('credits are taken back from the lot of the order, then from the oldest, and what lacks becomes a debt', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const theirs = await grant(bas.id, 9);
  const [first, second, third] = [await grant(noor.id, 3), await grant(noor.id, 4), await grant(noor.id, 5)];
  await reclaim(noor.id, second, 2);
  expect(await stateOf(noor.id, first, second, third)).toEqual({ credits: 10, owed: 0, lots: [3, 2, 5] });
  await reclaim(noor.id, second, 4);
  expect(await stateOf(noor.id, first, second, third)).toEqual({ credits: 6, owed: 0, lots: [1, 0, 5] });
  expect(await debtOf(noor.id)).toEqual([]);
  await reclaim(noor.id, third, 7);
  await reclaim(noor.id, third, 2);
  expect(await stateOf(noor.id, first, second, third)).toEqual({ credits: 0, owed: 3, lots: [0, 0, 0] });
  expect(await debtOf(noor.id)).toEqual(['reversal 1', 'reversal 2']);
  expect(await stateOf(bas.id, theirs)).toEqual({ credits: 9, owed: 0, lots: [9] });
});

test('what a charge-back took returns to the lots that it took from, once it is won', async () => {
  const noor = await aMember(db);
  const [first, second] = [await grant(noor.id, 3), await grant(noor.id, 4)];
  await reclaim(noor.id, second, 6);
  expect(await stateOf(noor.id, first, second)).toEqual({ credits: 1, owed: 0, lots: [1, 0] });
  await restore(noor.id, second, 6);
  expect(await stateOf(noor.id, first, second)).toEqual({ credits: 7, owed: 0, lots: [3, 4] });
});

test('what a charge-back took returns in part, first to the lots from which its own order took', async () => {
  const noor = await aMember(db);
  const lots: Record<string, string> = {};
  for (const lotId of ['a', 'b', 'c']) {
    const orderId = newId();
    await batch(db, grantCreditsStatements(db, `${lotId}-${noor.id}`, movementOf(noor.id, orderId, 4)));
    lots[lotId] = orderId;
  }
  const { a = '', b = '', c = '' } = lots;
  await reclaim(noor.id, a, 4);
  await reclaim(noor.id, c, 8);
  expect(await stateOf(noor.id, a, b, c)).toEqual({ credits: 0, owed: 0, lots: [0, 0, 0] });
  await restore(noor.id, c, 3);
  expect(await stateOf(noor.id, a, b, c)).toEqual({ credits: 3, owed: 0, lots: [0, 3, 0] });
  expect((await ledgerOf(noor.id)).filter((line) => line.startsWith('reversal ')).toSorted()).toEqual([
    'reversal -4',
    'reversal -4',
    'reversal -4',
    'reversal 3',
  ]);
});

test('what a charge-back took from others returns to nobody else', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const theirs = await grant(bas.id, 9);
  await reclaim(bas.id, theirs, 9);
  const order = await grant(noor.id, 5);
  await spend(noor.id, 5);
  await restore(noor.id, order, 5);
  expect([await stateOf(noor.id, order), await stateOf(bas.id, theirs)]).toEqual([
    { credits: 5, owed: 0, lots: [5] },
    { credits: 0, owed: 0, lots: [0] },
  ]);
});

test('credits pass through the lot that the order brought, not through another one of the same reference', async () => {
  const noor = await aMember(db);
  const orderId = newId();
  await batch(db, grantCredits(db, { id: newId(), memberId: noor.id, source: 'grant', reference: orderId, amount: 2, createdAt: 9 }));
  await db.insert(debts).values({ memberId: noor.id, owed: 3 });
  await grant(noor.id, 5, orderId);
  const lotsLeft = await db.select().from(creditLots).where(eq(creditLots.memberId, noor.id));
  expect(new Map(lotsLeft.map(({ source, remaining }) => [source, remaining]))).toEqual(
    new Map([
      ['grant', 2],
      ['purchase', 2],
    ]),
  );
});

test('the events of a settlement tell the balance of their member, and nothing to an account that is gone', async () => {
  const [, noor] = [await aMember(db, { credits: 9 }), await aMember(db, { credits: 4 })];
  const tell = async (memberId: string) => {
    const event = (type: string) => ({ id: newId(), memberId, event: { type }, createdAt: 1, dueAt: 1 });
    await batch(db, insertSettlementEvents(db, { balance: event('credits.changed'), change: event('user.changed') }));
    return (await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, memberId))).map((row) => row.event);
  };
  expect(await tell(noor.id)).toEqual([{ type: 'credits.changed', credits: 4 }, { type: 'user.changed' }]);
  expect(await tell(newId())).toEqual([]);
});

test('a charge-back that is won pays off the debt first, and a spent lot gets the rest', async () => {
  const noor = await aMember(db);
  const order = await grant(noor.id, 5);
  await spend(noor.id, 3);
  await reclaim(noor.id, order, 5);
  expect(await stateOf(noor.id, order)).toEqual({ credits: 0, owed: 3, lots: [0] });
  await restore(noor.id, order, 5);
  expect(await stateOf(noor.id, order)).toEqual({ credits: 2, owed: 0, lots: [2] });
  expect(await debtOf(noor.id)).toEqual(['reversal 3', 'reversal -3']);
});

test('a step is written to the order that has the revision with which it was read', async () => {
  const { id: memberId } = await aMember(db);
  const [one, other] = [anOrderRow({ memberId }), anOrderRow({ memberId })];
  await db.insert(orders).values([one, other]);
  expect(await updateOrderAtRevision(db, { id: one.id, revision: 0 }, { status: 'paid' })).toMatchObject([{ status: 'paid', revision: 1 }]);
  await expect(updateOrderAtRevision(db, { id: one.id, revision: 0 }, { status: 'failed' })).rejects.toThrow();
  const rows = await db.select().from(orders).where(eq(orders.memberId, memberId));
  expect(new Map(rows.map(({ id, status, revision }) => [id, [status, revision]]))).toEqual(
    new Map([
      [one.id, ['paid', 1]],
      [other.id, ['open', 0]],
    ]),
  );
});
