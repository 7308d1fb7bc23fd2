import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { saveSetting } from '#db/queries/operator/settings';
import { attempts, entitlements, orders } from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { apiClient } from '../../support/product/api-client.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import type { PaymentAccount, PaymentDriver, PaymentWebhook } from '../../support/servers/payment-driver.ts';
import type { PaymentServer } from '../../support/servers/payment-server.ts';

type Who = { readonly id: string; readonly cookie: string };

/** A site whose payment provider is a local imitation of Stripe or Mollie, which receives all its outbound requests. */
export function paymentProviderFixture<T extends PaymentServer>(driver: PaymentDriver<T>) {
  let started: { server: T; account: PaymentAccount; database: TestDatabase; worker: TestWorker; db: Database } | undefined;
  beforeAll(async () => {
    const [{ server, account }, database] = await Promise.all([driver.start(), startDatabase()]);
    const db = openDatabase(database.url);
    await saveSetting(db, 'payment_provider', driver.name);
    const worker = await startWorker({ dbUrl: database.url, vars: driver.keys, outbound: server.url });
    started = { server, account, database, worker, db };
  });
  afterEach(() => {
    if (started) Object.assign(started.server, { fault: null, faultAt: null, duringRequest: null });
  });
  afterAll(async () => {
    await started?.worker.stop();
    await started?.database.stop();
    await started?.server.stop();
  });
  const running = () => {
    if (!started) throw new Error('the site is used before it has started');
    return started;
  };
  const as = ({ cookie }: Who) => apiClient(running().worker.url, cookie);
  const orderOf = async ({ id }: Who) => {
    const [row] = await running().db.select().from(orders).where(eq(orders.memberId, id)).orderBy(orders.createdAt).limit(1);
    if (!row) throw new Error('the test ordered nothing');
    return row;
  };
  const notify = async ({ body, signature }: PaymentWebhook): Promise<number> => {
    const headers = { 'Content-Type': 'text/plain', 'Stripe-Signature': signature };
    return (await fetch(`${running().worker.url}/api/payment/webhook`, { method: 'POST', body, headers })).status;
  };
  return {
    get server() {
      return running().server;
    },
    get account() {
      return running().account;
    },
    get db() {
      return running().db;
    },
    as,
    orderOf,
    setSetting: (key: string, value: unknown) => saveSetting(running().db, key, value),
    withdraw: async (who: Who, name?: string) => as(who).post('/api/withdrawal.php', { transaction: name ?? (await orderOf(who)).id }),
    /** Cancels an order, the member's first one if none is named. */
    cancelOrder: async (who: Who, name?: string) =>
      as(who).delete('/api/transactions.php', { transaction: name ?? (await orderOf(who)).id }),
    isPremium: async (who: Who) => (await as(who).get('/api/credits.php')).at('premium') !== null,
    order: (who: Who, body: object = {}) =>
      as(who).post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId(), ...body }),
    /** Places an order and returns the provider's reference of its payment. */
    orderAndGetRef: async (who: Who, body: object = {}): Promise<string> => {
      const answer = await as(who).post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId(), ...body });
      if (answer.status !== 201) throw new Error(`an order was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      return String((await orderOf(who)).providerRef);
    },
    notify,
    /** Sends the provider's webhook of a payment; returns the status of the answer. */
    notifyOf: (ref: string) => notify(running().account.webhook(ref)),
    credits: async (who: Who) => (await as(who).get('/api/user.php')).at('user.credits'),
    stopRenewal: (who: Who) => as(who).delete('/api/premium.php'),
    ordersOf: ({ id }: Who) => running().db.select().from(orders).where(eq(orders.memberId, id)).orderBy(orders.createdAt),
    spansOf: ({ id }: Who) => running().db.select().from(entitlements).where(eq(entitlements.memberId, id)).orderBy(entitlements.fromAt),
    /** Makes all orders of a member due for the reconciler, and runs the scheduled handler. */
    reconcile: async ({ id }: Who) => {
      await running().db.update(orders).set({ dueAt: 1 }).where(eq(orders.memberId, id));
      await running().worker.scheduled();
    },
    /** Moves all orders of a member into the past. */
    backdateOrders: ({ id }: Who, ms: number) =>
      running()
        .db.update(orders)
        .set({ createdAt: sql`created_at - ${ms}` })
        .where(eq(orders.memberId, id)),
    /** The log of the site so far. */
    log: () => running().worker.log(),
    /** Runs the scheduled handler. */
    sweep: () => running().worker.scheduled(),
    /** Runs the scheduled handler including its hourly task. */
    sweepWithHourlyTask: async () => {
      await running().db.delete(attempts);
      await running().worker.scheduled();
    },
    brokenInvariants: () => checkInvariants(running().db),
  };
}
