import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import { ordersForSpendingLimits, paidByMember } from '#db/queries/credits/orders';
import { currencyOfMember } from '#db/queries/credits/products';
import { spendingLimitsOf } from '#db/queries/credits/spending-limits';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const me = newId();

const STATEMENTS: Readonly<Record<string, (from: Database) => Statement>> = {
  'what was paid, in each currency': (from) => paidByMember(from, me, { EUR: 1, GBP: 0.87 }, 1),
  'the orders that count against limits': (from) => ordersForSpendingLimits(from, me, { since: 1, hourAgo: 1 }),
  'the spending limits': (from) => spendingLimitsOf(from, me),
  'the currency of a member': (from) => currencyOfMember(from, me, 'NL'),
};

test.each(Object.keys(STATEMENTS))('%s uses indexes', async (name) => {
  const statement = STATEMENTS[name]?.(db);
  const steps = await plansOf(db, statement ? [statement] : []);
  expect(steps.join()).toContain('SEARCH');
  // A scan of the JSON parameter is small.
  expect(steps.filter((step) => step.startsWith('SCAN') && !/^SCAN (target|CONSTANT ROW)/.test(step))).toEqual([]);
});
