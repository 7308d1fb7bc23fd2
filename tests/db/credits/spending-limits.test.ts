import { expect, test } from 'vitest';
import { type SpendingLimitsRow, saveSpendingLimits, spendingLimitsOf } from '#db/queries/credits/spending-limits';
import { aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const limitsOf = (memberId: string, change: Partial<SpendingLimitsRow> = {}): SpendingLimitsRow => ({
  ...{ memberId, day: 1, week: 2, month: 3, pending: null, pendingFrom: 4, currency: 'EUR' },
  ...change,
});

test('limits are each member’s own, and stored over the row from which they were computed', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const before = limitsOf(noor.id);
  expect(await saveSpendingLimits(db, before, null)).toEqual([before]);
  await saveSpendingLimits(db, limitsOf(bas.id, { day: 9 }), null);
  expect([await spendingLimitsOf(db, noor.id), (await spendingLimitsOf(db, bas.id))[0]?.day]).toEqual([[before], 9]);
  expect(await saveSpendingLimits(db, limitsOf(noor.id, { day: 7 }), null)).toEqual([]);
  for (const stale of [{ day: null }, { week: 7 }, { month: 7 }, { pendingFrom: null }, { currency: 'PLN' }])
    expect(await saveSpendingLimits(db, limitsOf(noor.id, { day: 7 }), { ...before, ...stale })).toEqual([]);
  expect(await spendingLimitsOf(db, noor.id)).toEqual([before]);
  expect(await saveSpendingLimits(db, limitsOf(noor.id, { day: 7 }), before)).toEqual([limitsOf(noor.id, { day: 7 })]);
});
