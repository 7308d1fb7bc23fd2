import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  type Payment,
  PaymentFailure,
  type PaymentOrder,
  type PaymentProvider,
} from '../../../worker/platform/payments/providers/payment-provider.ts';
import { newId } from '../database/factories.ts';
import type { PaymentServer } from './payment-server.ts';

/** An order as the shop hands it to a provider. */
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

/** A provider that the test has set up. */
export function setUp(provider: PaymentProvider | null): PaymentProvider {
  if (!provider) throw new Error('the test gave no keys');
  return provider;
}

/** How a call of a provider failed. */
export async function failureOf(work: Promise<unknown>): Promise<PaymentFailure> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof PaymentFailure)) throw new Error('it did not fail as a payment does', { cause: thrown });
  return thrown;
}

/** All that a log could say of an error. */
export const toldBy = (error: Error) => `${error.message} ${String(error.cause ?? '')} ${JSON.stringify(error)}`;

/** A provider of one test file by itself, with its fake; every test begins with that in good health and with nothing asked. */
export function providerAlone<T extends PaymentServer>(
  start: () => Promise<T>,
  create: (send: typeof fetch) => PaymentProvider | null,
  pay: (server: T, ref: string) => void,
) {
  let started: { readonly server: T; readonly provider: PaymentProvider } | undefined;
  const running = () => {
    if (!started) throw new Error('the provider is used before it has started');
    return started;
  };
  beforeAll(async () => {
    const server = await start();
    started = { server, provider: setUp(create(server.send)) };
  });
  afterAll(() => started?.server.stop());
  beforeEach(() => {
    const { server } = running();
    server.fault = null;
    server.meanwhile = null;
    server.asked.length = 0;
  });
  const made = async (fields: Partial<PaymentOrder> = {}) => {
    const order = aPaymentOrder(fields);
    return { order, ...(await running().provider.create(order)) };
  };
  return {
    get server() {
      return running().server;
    },
    get provider() {
      return running().provider;
    },
    made,
    paid: async (fields: Partial<PaymentOrder> = {}) => {
      const payment = await made(fields);
      pay(running().server, payment.ref);
      return payment;
    },
    found: async (ref: string): Promise<Payment> => {
      const payment = await running().provider.find(ref);
      if (!payment) throw new Error('the test made it');
      return payment;
    },
  };
}
