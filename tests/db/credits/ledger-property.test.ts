import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { batch } from '#db/client';
import { banMember } from '#db/queries/account/account-status';
import { orderDetailsById } from '#db/queries/credits/orders';
import { withdrawStatements } from '#db/queries/credits/withdrawals';
import { spendCredits } from '#db/queries/shared/credit-balance';
import { conversations, debts, members, messages, orders, participants } from '#db/schema/index';
import { parseEnv } from '../../../worker/config/env.ts';
import { settingsFrom } from '../../../worker/config/settings.ts';
import { eventOutboxRow } from '../../../worker/delivery/event-outbox.ts';
import { type SettleContext, settleOrder } from '../../../worker/features/credits/orders/settle-order.ts';
import { withdrawalOf } from '../../../worker/features/credits/transactions/withdrawal-rules.ts';
import type { Payment } from '../../../worker/platform/payments/providers/payment-provider.ts';
import { aConversation, aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';

const { db } = await testDatabase();

const START = Date.UTC(2027, 0, 31, 12);

/**
 * A random step: a new state of the payment of one of four orders (two packs, two plans), its withdrawal, a message that costs credits, or the
 * ban of the member who got one of these messages, which refunds it.
 */
type Step =
  | { readonly of: number; readonly truth: Pick<Payment, 'status' | 'refunded' | 'chargedBack'> }
  | { readonly of: number; readonly withdraws: true }
  | { readonly spends: number }
  | { readonly bans: number };
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
    fc.record({ bans: fc.nat(3) }),
  ),
  { minLength: 4, maxLength: 18 },
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
    MEMBER_ROOM: {},
    EVENT_RETRY: {},
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

/** What a member has paid for a message that its recipient has not read. */
interface PaidMessage {
  readonly recipientId: string;
  readonly amount: number;
}

/** Sends a first message to a new member, at a price that the member can pay; returns null if they have no credits. */
async function sendPaidMessage(memberId: string, price: number, now: number): Promise<PaidMessage | null> {
  const [sender] = await db.select().from(members).where(eq(members.id, memberId));
  const amount = Math.min(price, sender?.credits ?? 0);
  if (amount === 0) return null;
  const { id: recipientId } = await aMember(db);
  const conversationId = await aConversation(db, memberId, recipientId);
  const id = newId();
  const last = { lastSeq: 1, lastText: 'Hello', lastSenderId: memberId, lastAt: now, isListed: true };
  await batch(db, {
    message: db
      .insert(messages)
      .values({ id, conversationId, seq: 1, senderId: memberId, clientId: newId(), text: 'Hello', createdAt: now }),
    firstSender: db.update(conversations).set({ firstSenderId: memberId }).where(eq(conversations.id, conversationId)),
    participants: db.update(participants).set(last).where(eq(participants.conversationId, conversationId)),
    unread: db.update(participants).set({ unread: 1 }).where(eq(participants.memberId, recipientId)),
    ...spendCredits(db, { memberId, amount, reason: 'message', reference: id, createdAt: now }),
  });
  return { recipientId, amount };
}

async function ban(memberId: string, now: number): Promise<void> {
  const step = { id: memberId, from: 'active' as const, to: { status: 'banned' as const, statusBefore: 'active' as const }, now };
  await batch(db, banMember(db, step, 'spam'));
}

test('after any sequence of payments, withdrawals, messages and refunds all invariants hold and no credit is lost', async () => {
  await fc.assert(
    fc.asyncProperty(Steps, async (steps) => {
      const { id: memberId } = await aMember(db);
      const kinds = [{}, { extraCredits: 7 }, ...[1, 3].map((months) => ({ kind: 'plan' as const, credits: 0, months }))];
      const made = kinds.map((change) => ({ ...anOrderRow({ memberId }), ...change }));
      await db.insert(orders).values(made);
      const ids = made.map(({ id }) => id);
      const unread: PaidMessage[] = [];
      let spent = 0;
      for (const [i, step] of steps.entries()) {
        const now = START + i * HOUR;
        if ('truth' in step) await settle(ids[step.of] ?? '', step.truth, now);
        else if ('withdraws' in step) await withdraw(ids[step.of] ?? '', memberId, now);
        else if ('spends' in step) {
          const message = await sendPaidMessage(memberId, step.spends, now);
          spent += message?.amount ?? 0;
          if (message) unread.push(message);
        } else {
          const [refunded] = unread.splice(step.bans, 1);
          if (refunded) await ban(refunded.recipientId, now);
          spent -= refunded?.amount ?? 0;
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
