import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { grantCredits, spendCredits } from '#db/queries/shared/credit-balance';
import { creditLots, ledgerLines, members } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const grant = (memberId: string, amount: number, createdAt: number, reference = newId()) =>
  batch(db, grantCredits(db, { id: newId(), memberId, source: 'grant', reference, amount, createdAt }));
const spend = (memberId: string, amount: number, reference = newId()) =>
  batch(db, spendCredits(db, { memberId, amount, reason: 'message', reference, createdAt: 99 }));
const creditsOf = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]?.credits;
const lotsOf = async (id: string) =>
  (await db.select().from(creditLots).where(eq(creditLots.memberId, id)).orderBy(creditLots.createdAt)).map(({ remaining }) => remaining);
const linesOf = async (id: string) =>
  (await db.select().from(ledgerLines).where(eq(ledgerLines.memberId, id)).orderBy(ledgerLines.createdAt)).map(({ amount }) => amount);

test('credits are granted to one member, and none at all write nothing', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await grant(noor.id, 0, 1);
  expect([await creditsOf(noor.id), await lotsOf(noor.id), await linesOf(noor.id)]).toEqual([0, [], []]);
  await grant(noor.id, 5, 2);
  expect([await creditsOf(noor.id), await lotsOf(noor.id), await linesOf(noor.id)]).toEqual([5, [5], [5]]);
  expect([await creditsOf(bas.id), await lotsOf(bas.id)]).toEqual([0, []]);
});

test('credits are spent from one’s own lots, the oldest first, without a line for a lot that is not touched', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await grant(bas.id, 9, 1);
  for (const [i, amount] of [2, 3, 4].entries()) await grant(noor.id, amount, 10 + i);
  await spend(noor.id, 1);
  expect([await lotsOf(noor.id), (await linesOf(noor.id)).slice(3)]).toEqual([[1, 3, 4], [-1]]);
  await spend(noor.id, 2);
  expect([await lotsOf(noor.id), (await linesOf(noor.id)).slice(3).toSorted()]).toEqual([
    [0, 2, 4],
    [-1, -1, -1],
  ]);
  await spend(noor.id, 2);
  expect([await lotsOf(noor.id), (await linesOf(noor.id)).length]).toEqual([[0, 0, 4], 7]);
  expect([await creditsOf(noor.id), await creditsOf(bas.id), await lotsOf(bas.id)]).toEqual([4, 9, [9]]);
});

test('more than there is, or than the lots hold, is not spent', async () => {
  const { id } = await aMember(db);
  await grant(id, 3, 1);
  await expect(spend(id, 4)).rejects.toThrow();
  expect([await creditsOf(id), await lotsOf(id), await linesOf(id)]).toEqual([3, [3], [3]]);
});

test('a second grant of the same source and reference is refused', async () => {
  const { id } = await aMember(db);
  await grant(id, 3, 1, 'once');
  await expect(grant(id, 3, 2, 'once')).rejects.toThrow();
  expect([await creditsOf(id), await lotsOf(id)]).toEqual([3, [3]]);
});
