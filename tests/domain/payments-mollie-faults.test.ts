import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMollie } from '../../worker/platform/payments/mollie.ts';
import type { Payment, PaymentOrder, PaymentProvider } from '../../worker/platform/payments/provider.ts';
import { type MollieServer, startMollieServer, TEST_MOLLIE } from '../support/mollie-server.ts';
import { aPaymentOrder, failureOf, setUp, toldBy } from '../support/payment-orders.ts';
import type { Fault } from '../support/payment-server.ts';

let server: MollieServer;
let mollie: PaymentProvider;

beforeAll(async () => {
  server = await startMollieServer();
  mollie = setUp(createMollie(TEST_MOLLIE, server.send));
});
afterAll(() => server.stop());
beforeEach(() => {
  server.fault = null;
  server.asked.length = 0;
});

const made = async (fields: Partial<PaymentOrder> = {}) => {
  const order = aPaymentOrder(fields);
  return { order, ...(await mollie.create(order)) };
};
const paid = async (fields: Partial<PaymentOrder> = {}) => {
  const payment = await made(fields);
  server.end(payment.ref, 'paid');
  return payment;
};
const found = async (ref: string): Promise<Payment> => {
  const payment = await mollie.find(ref);
  if (!payment) throw new Error('the test made it');
  return payment;
};
const part = (key: string, amount = 500) => ({ amount, currency: 'EUR', key });
const renewing = { method: 'ideal', renewal: { months: 3 } };
const START = Date.UTC(2031, 0, 31, 12);

describe('giving money back', () => {
  test('happens once under one key, and once more under another', async () => {
    const { ref } = await paid();
    for (const key of ['a', 'a', 'b']) await mollie.refund(ref, part(key));
    expect(await found(ref)).toMatchObject({ refunded: 1000 });
  });

  test('whose answer was lost happens once', async () => {
    const { ref } = await paid();
    server.fault = 'lost';
    await failureOf(mollie.refund(ref, part('c')));
    server.fault = null;
    await mollie.refund(ref, part('c'));
    expect(await found(ref)).toMatchObject({ refunded: 500 });
  });

  test.each([2000, 0])('of %d of 1999 is refused for good', async (amount) => {
    const { ref } = await paid();
    expect((await failureOf(mollie.refund(ref, part('d', amount)))).isFinal).toBe(true);
  });

  test('under a name that is none is refused for good', async () => {
    expect((await failureOf(mollie.refund('tr_1/../x', part('e')))).isFinal).toBe(true);
    expect((await failureOf(mollie.refund('tr_none', part('e')))).isFinal).toBe(true);
  });
});

describe('a notice', () => {
  test('is a name to ask after, and nothing else in it counts', async () => {
    const { ref } = await made();
    expect(await mollie.readNotice(server.notice(ref))).toEqual([ref]);
    expect(await mollie.readNotice({ body: `id=${ref}&status=paid&amount=1`, signature: 'x' })).toEqual([ref]);
    expect(server.asked).toHaveLength(1);
  });

  test.each(['', 'id=', 'id=ord_1', 'id=tr_1%2F..%2Fx', '{"id":"tr_1"}', `id=tr_${'1'.repeat(65)}`])('%j is none', async (body) => {
    expect(await mollie.readNotice({ body, signature: '' })).toBeNull();
  });
});

describe('while Mollie is away', () => {
  const everyFailure = async (fault: Fault) => {
    const { ref, order } = await paid(renewing);
    const first = await found(ref);
    const subscription = await mollie.subscribe(first, { order, months: 1, startsAt: START });
    if (!subscription) throw new Error('it was opened');
    server.fault = fault;
    const calls = [mollie.create(aPaymentOrder()), mollie.find(ref), mollie.refund(ref, part('f')), mollie.unsubscribe(subscription)];
    return Promise.all(calls.map(failureOf));
  };

  test.each([429, 500, 503, 'lost'] as const)('(%s) every call fails, for now', async (fault) => {
    for (const { isFinal } of await everyFailure(fault)) expect(isFinal).toBe(false);
  });

  test.each(['hangs', 'stops'] as const)('(it %s) every call fails within five seconds', async (fault) => {
    const began = performance.now();
    for (const { isFinal, message } of await everyFailure(fault)) expect([isFinal, message]).toEqual([false, 'mollie too slow']);
    expect(performance.now() - began).toBeLessThan(8000);
  });

  test('no error tells a key, or what Mollie said at length', async () => {
    const wrong = setUp(createMollie({ MOLLIE_API_KEY: `test_${'wrong'.repeat(7)}` }, server.send));
    const errors = [await failureOf(wrong.find('tr_1')), await failureOf(mollie.create(aPaymentOrder({ amount: 0 })))];
    expect(errors.map(({ message, isFinal }) => [message, isFinal])).toEqual([
      ['mollie 401', false],
      ['mollie 422 amount', true],
    ]);
    for (const error of errors) expect(toldBy(error)).not.toMatch(/test_|wrong|length/);
  });
});
