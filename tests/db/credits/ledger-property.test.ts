import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { batch } from '#db/client';
import { orderDetailsById } from '#db/queries/credits/orders';
import { withdrawStatements } from '#db/queries/credits/withdrawals';
import { spendCredits } from '#db/queries/shared/credit-balance';
import { debts, members, orders } from '#db/schema/index';
import { parseEnv } from '../../../worker/config/env.ts';
import { settingsFrom } from '../../../worker/config/settings.ts';
import { eventOutboxRow } from '../../../worker/delivery/event-outbox.ts';
import { type SettleContext, settleOrder } from '../../../worker/features/credits/orders/settle-order.ts';
import { withdrawalOf } from '../../../worker/features/credits/transactions/withdrawal-rules.ts';
import type { Payment } from '../../../worker/platform/payments/providers/payment-provider.ts';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';

const { db } = await testDatabase();

const START = Date.UTC(2027, 0, 31, 12);

/** A random step: a new state of the payment of one of four orders (two packs, two plans), its withdrawal, or credits that are spent. */
type Step =
  | { readonly of: number; readonly truth: Pick<Payment, 'status' | 'refunded' | 'chargedBack'> }
  | { readonly of: number; readonly withdraws: true }
  | { readonly spends: number };
const OrderIndex = fc.nat(3);
const Steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({
      of: OrderIndex,
      truth: fc.record({
        status: fc.constantFrom<Payment['status']>('paid', 'paid', 'open', 'failed', 'canceled'),
        refunded: fc.constantFrom(0, 0, 333, 999, 5000),
        chargedBack: fc.constantFrom(0, 0, 999, 500),
      }),
    }),
    fc.record({ of: OrderIndex, withdraws: fc.constant(true as const) }),
    fc.record({ spends: fc.integer({ min: 1, max: 60 }) }),
  ),
  { minLength: 4, maxLength: 14 },
);

const contextAt = (now: number): SettleContext => ({
  db,
  now,
  settings: settingsFrom([], 'development'),
  env: parseEnv({
    ENVIRONMENT: 'production',
    SITE_URL: 'https://vonk.example',
    DB_URL: 'https://db.example',
    PARTY_HOST: 'rooms.example',
    ...TEST_SECRETS,
    ASSETS: {},
    PHOTOS: {},
    IMAGES: {},
  }),
  publish: () => undefined,
});
const orderOf = async (id: string) => {
  const [row] = await orderDetailsById(db, id);
  if (!row) throw new Error('the order is missing');
  return row;
};

async function settle(id: string, truth: Partial<Payment>, now: number): Promise<void> {
  const { order } = await orderOf(id);
  const payment: Payment = {
    ref: `pay-${id}`,
    orderId: id,
    amount: 999,
    currency: 'EUR',
    status: 'open',
    refunded: 0,
    chargedBack: 0,
    subscription: null,
  };
  await settleOrder(contextAt(now), order, { ...payment, ...truth });
}

async function withdraw(id: string, memberId: string, now: number): Promise<void> {
  const { order, remainingCredits, span } = await orderOf(id);
  const withdrawal = withdrawalOf(order, { credits: remainingCredits ?? 0, span }, now);
  if (!withdrawal) return;
  const event = eventOutboxRow(memberId, { type: 'user.changed' }, now);
  const step = { memberId, credits: withdrawal.credits, amount: withdrawal.amount, event, now, dueAt: now };
  await batch(db, withdrawStatements(db, order, step));
}

test('after any sequence of payments, withdrawals and spending all invariants hold and no credit is lost', async () => {
  await fc.assert(
    fc.asyncProperty(Steps, async (steps) => {
      const { id: memberId } = await aMember(db);
      const kinds = [{}, { extraCredits: 7 }, ...[1, 3].map((months) => ({ kind: 'plan' as const, credits: 0, months }))];
      const made = kinds.map((change) => ({ ...anOrderRow({ memberId }), ...change }));
      await db.insert(orders).values(made);
      const ids = made.map(({ id }) => id);
      let spent = 0;
      for (const [i, step] of steps.entries()) {
        const now = START + i * HOUR;
        if ('truth' in step) await settle(ids[step.of] ?? '', step.truth, now);
        else if ('withdraws' in step) await withdraw(ids[step.of] ?? '', memberId, now);
        else {
          const [row] = await db.select().from(members).where(eq(members.id, memberId));
          const amount = Math.min(step.spends, row?.credits ?? 0);
          spent += amount;
          if (amount > 0) await batch(db, spendCredits(db, { memberId, amount, reason: 'grant', reference: newId(), createdAt: now }));
        }
        expect(await checkInvariants(db)).toEqual([]);
      }
      const rows = await db.select().from(orders).where(eq(orders.memberId, memberId));
      const [[member], [debt]] = await Promise.all([
        db.select().from(members).where(eq(members.id, memberId)),
        db.select().from(debts).where(eq(debts.memberId, memberId)),
      ]);
      const given = rows.map((row) => (row.paidAt === null ? 0 : row.credits + row.extraCredits - row.takenCredits));
      expect((member?.credits ?? 0) - (debt?.owed ?? 0)).toBe(given.reduce((sum, one) => sum + one, 0) - spent);
    }),
    { numRuns: 20 },
  );
});
