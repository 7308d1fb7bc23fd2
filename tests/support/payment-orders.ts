import { PaymentFailure, type PaymentOrder, type PaymentProvider } from '../../worker/platform/payments/provider.ts';
import { newId } from './factories.ts';

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
