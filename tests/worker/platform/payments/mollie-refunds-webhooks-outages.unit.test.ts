import { describe, expect, test } from 'vitest';
import { createMollie } from '../../../../worker/platform/payments/providers/mollie.ts';
import { startMollieServer, TEST_MOLLIE } from '../../../support/servers/mollie-server.ts';
import type { PaymentFault } from '../../../support/servers/payment-server.ts';
import {
  aPaymentOrder,
  loggableTextOf,
  paymentFailureOf,
  providerFixture,
  requireProvider,
} from '../../../support/servers/provider-fixture.ts';

const aProvider = () =>
  providerFixture(
    startMollieServer,
    (send) => createMollie(TEST_MOLLIE, send),
    (server, ref) => server.setStatus(ref, 'paid'),
  );
const fixture = aProvider();
const { made, paid, found } = fixture;
const part = (key: string, amount = 500) => ({ amount, currency: 'EUR', key });
const renewing = { method: 'ideal', renewal: { months: 3 } };
const START = Date.UTC(2031, 0, 31, 12);

describe('a refund', () => {
  test('happens once under one key, and once more under another', async () => {
    const { ref } = await paid();
    for (const key of ['a', 'a', 'b']) await fixture.provider.refund(ref, part(key));
    expect(await found(ref)).toMatchObject({ refunded: 1000 });
  });

  test('whose answer was lost happens once', async () => {
    const { ref } = await paid();
    fixture.server.fault = 'lost';
    await paymentFailureOf(fixture.provider.refund(ref, part('c')));
    fixture.server.fault = null;
    await fixture.provider.refund(ref, part('c'));
    expect(await found(ref)).toMatchObject({ refunded: 500 });
  });

  test.each([2000, 0])('of %d of 1999 is refused permanently', async (amount) => {
    const { ref } = await paid();
    expect((await paymentFailureOf(fixture.provider.refund(ref, part('d', amount)))).isFinal).toBe(true);
  });

  test('of an invalid payment id is refused permanently', async () => {
    expect((await paymentFailureOf(fixture.provider.refund('tr_1/../x', part('e')))).isFinal).toBe(true);
    expect((await paymentFailureOf(fixture.provider.refund('tr_none', part('e')))).isFinal).toBe(true);
  });
});

describe('a notice', () => {
  test('gives a payment id to ask for, and nothing else in it counts', async () => {
    const { ref } = await made();
    expect(await fixture.provider.readNotice(fixture.server.paymentNotice(ref))).toEqual([ref]);
    expect(await fixture.provider.readNotice({ body: `id=${ref}&status=paid&amount=1`, signature: 'x' })).toEqual([ref]);
    expect(fixture.server.requests).toHaveLength(1);
  });

  test.each(['', 'id=', 'id=ord_1', 'id=tr_1%2F..%2Fx', '{"id":"tr_1"}', `id=tr_${'1'.repeat(65)}`])('%j is invalid', async (body) => {
    expect(await fixture.provider.readNotice({ body, signature: '' })).toBeNull();
  });
});

describe('while Mollie is unreachable', () => {
  const another = aProvider();
  const everyFailure = async (fault: PaymentFault, { made, paid, found, provider, server } = fixture) => {
    const { ref, order } = await paid(renewing);
    const first = await found(ref);
    const subscription = await provider.subscribe(first, { order, months: 1, startsAt: START });
    if (!subscription) throw new Error('it was opened');
    const { ref: waiting } = await made();
    server.fault = fault;
    const calls = [
      provider.create(aPaymentOrder()),
      provider.find(ref),
      provider.cancel(waiting),
      provider.refund(ref, part('f')),
      provider.unsubscribe(subscription),
    ];
    return Promise.all(calls.map(paymentFailureOf));
  };

  test.each([429, 500, 503, 'lost'] as const)('(%s) every call fails temporarily', async (fault) => {
    for (const { isFinal } of await everyFailure(fault)) expect(isFinal).toBe(false);
  });

  test('(it hangs, or is stopped) every call fails within five seconds', async () => {
    const startedAt = performance.now();
    const failures = await Promise.all([everyFailure('hangs'), everyFailure('stops', another)]);
    for (const { isFinal, message } of failures.flat()) expect([isFinal, message]).toEqual([false, 'mollie too slow']);
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  test('no error contains a key or the whole answer of Mollie', async () => {
    const wrong = requireProvider(createMollie({ MOLLIE_API_KEY: `test_${'wrong'.repeat(7)}` }, fixture.server.fetchProvider));
    const errors = [
      await paymentFailureOf(wrong.find('tr_1')),
      await paymentFailureOf(fixture.provider.create(aPaymentOrder({ amount: 0 }))),
    ];
    expect(errors.map(({ message, isFinal }) => [message, isFinal])).toEqual([
      ['mollie 401', false],
      ['mollie 422 amount', true],
    ]);
    for (const error of errors) expect(loggableTextOf(error)).not.toMatch(/test_|wrong|length/);
  });
});
