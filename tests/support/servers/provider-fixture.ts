import { afterAll, beforeAll, beforeEach } from 'vitest';
import { DAY } from '#contract/durations';
import {
  type Payment,
  PaymentFailure,
  type PaymentOrder,
  type PaymentProvider,
} from '../../../worker/platform/payments/providers/payment-provider.ts';
import { newId } from '../database/factories.ts';
import type { PaymentAccount, PaymentDriver } from './payment-driver.ts';
import type { PaymentServer } from './payment-server.ts';

/** An order as the shop passes it to a payment provider. */
export const aPaymentOrder = (fields: Partial<PaymentOrder> = {}): PaymentOrder => ({
  id: newId(),
  amount: 1999,
  currency: 'EUR',
  method: 'ideal',
  description: 'Vonk: 120 credits',
  locale: 'nl',
  country: 'NL',
  returnUrl: 'https://vonk.example/transactions/1',
  webhookUrl: 'https://vonk.example/api/payment/webhook',
  renewal: null,
  ...fields,
});

/** The provider; throws if it is null because the test gave no keys. */
export function requireProvider(provider: PaymentProvider | null): PaymentProvider {
  if (!provider) throw new Error('the test gave no keys');
  return provider;
}

/** The failure with which a call of a provider rejects; throws if it succeeds or fails otherwise. */
export async function paymentFailureOf(work: Promise<unknown>): Promise<PaymentFailure> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof PaymentFailure)) throw new Error('it did not fail with a PaymentFailure', { cause: thrown });
  return thrown;
}

/** Everything of an error that a log could contain. */
export const loggableTextOf = (error: Error) => `${error.message} ${String(error.cause ?? '')} ${JSON.stringify(error)}`;

/**
 * A payment provider with an imitation of its server, for one test file and without a site. Every test starts without faults and with an
 * empty list of requests.
 */
export function providerFixture<T extends PaymentServer>(driver: PaymentDriver<T>) {
  let started: { readonly server: T; readonly account: PaymentAccount; readonly provider: PaymentProvider } | undefined;
  const running = () => {
    if (!started) throw new Error('the provider is used before it has started');
    return started;
  };
  beforeAll(async () => {
    const { server, account } = await driver.start();
    started = { server, account, provider: requireProvider(driver.createProvider(driver.keys, server.fetchProvider)) };
  });
  afterAll(() => started?.server.stop());
  beforeEach(() => {
    Object.assign(running().server, { fault: null, faultAt: null, duringRequest: null });
    running().server.requests.length = 0;
  });
  const made = async (fields: Partial<PaymentOrder> = {}) => {
    const order = aPaymentOrder(fields);
    return { order, ...(await running().provider.create(order)) };
  };
  const paid = async (fields: Partial<PaymentOrder> = {}) => {
    const payment = await made(fields);
    running().account.pay(payment.ref);
    return payment;
  };
  const found = async (ref: string): Promise<Payment> => {
    const payment = await running().provider.find(ref);
    if (!payment) throw new Error('the provider does not find the payment');
    return payment;
  };
  return {
    get server() {
      return running().server;
    },
    get account() {
      return running().account;
    },
    get provider() {
      return running().provider;
    },
    made,
    paid,
    found,
    /** A first payment with the subscription that it has opened. */
    subscribed: async (fields: Partial<PaymentOrder> = {}) => {
      const payment = await paid({ renewal: { months: 1 }, ...fields });
      const first = await found(payment.ref);
      const renewal = { order: payment.order, months: payment.order.renewal?.months ?? 0, startsAt: Date.now() + 40 * DAY };
      const subscription = await running().provider.subscribe(first, renewal);
      if (!subscription) throw new Error('the provider has opened no subscription');
      return { ...payment, first, subscription };
    },
  };
}
