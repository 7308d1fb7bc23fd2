import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { grantCreditsStatements } from '#db/queries/credits/settlement';
import { withdrawStatements } from '#db/queries/credits/withdrawals';
import { eventOutbox, orders } from '#db/schema/index';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

test('a withdrawal tells its member the balance that is left to them', async () => {
  const [, noor] = [await aMember(db, { credits: 9 }), await aMember(db, { credits: 4 })];
  const row = anOrderRow({ memberId: noor.id, status: 'paid', paidAt: 1, credits: 5 });
  const [order] = await db.insert(orders).values(row).returning();
  if (!order) throw new Error('no order');
  await batch(db, grantCreditsStatements(db, newId(), { memberId: noor.id, orderId: order.id, amount: 5, now: 1 }));
  const event = { id: newId(), memberId: noor.id, event: { type: 'credits.changed' }, createdAt: 1, dueAt: 1 };
  const { details } = await batch(db, withdrawStatements(db, order, { memberId: noor.id, credits: 3, amount: 7, event, now: 2, dueAt: 3 }));
  expect(details).toMatchObject([{ order: { id: order.id, withdrawnCredits: 3, withdrawnAmount: 7 }, remainingCredits: 2 }]);
  expect((await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, noor.id))).map((written) => written.event)).toEqual([
    { type: 'credits.changed', credits: 6 },
  ]);
});
