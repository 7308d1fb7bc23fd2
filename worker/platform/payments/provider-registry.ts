import { DAY } from '#contract/durations';
import type { Env } from '../../config/env.ts';
import type { Settings } from '../../config/settings.ts';
import { createMollie } from './providers/mollie.ts';
import type { PaymentProvider, ProviderName } from './providers/payment-provider.ts';
import { createStripe } from './providers/stripe.ts';

declare const __DEVELOPMENT__: boolean;

type ProviderTraits = Pick<PaymentProvider, 'name' | 'methods' | 'renewingMethods' | 'renewsWithin' | 'signsWebhooks'>;

/** A provider whose code is loaded with its first call. */
const lazyProvider = (traits: ProviderTraits, load: () => Promise<PaymentProvider>): PaymentProvider => ({
  ...traits,
  create: async (order) => (await load()).create(order),
  find: async (ref) => (await load()).find(ref),
  cancel: async (ref) => (await load()).cancel(ref),
  refund: async (ref, refund) => (await load()).refund(ref, refund),
  readWebhook: async (webhook) => (await load()).readWebhook(webhook),
  subscribe: async (first, renewal) => (await load()).subscribe(first, renewal),
  renewals: async (subscription) => (await load()).renewals(subscription),
  unsubscribe: async (subscription) => (await load()).unsubscribe(subscription),
});

const TEST_METHODS = ['ideal', 'card', 'paypal', 'sepa', 'bancontact', 'blik', 'p24', 'eps', 'twint', 'satispay'];

/** The test provider of a local site (`/_dev/pay`). Returns null in production, whose bundle does not hold its code. */
function testProvider(env: Env): PaymentProvider | null {
  // The build leaves this branch out of the production bundle.
  if (__DEVELOPMENT__) {
    const traits: ProviderTraits = {
      name: 'test',
      methods: TEST_METHODS,
      renewingMethods: ['card', 'sepa', 'paypal'],
      renewsWithin: { months: 12, aheadMs: 700 * DAY },
      signsWebhooks: true,
    };
    const load = async () => (await import('../../development/payments/test-provider.ts')).createTestProvider(env);
    return env.ENVIRONMENT === 'development' ? lazyProvider(traits, load) : null;
  }
  return null;
}

/**
 * A provider by its name. Returns null if its keys are not set. An order belongs to the provider that it was made with, not to that of the
 * setting.
 */
export function paymentProviderOf(env: Env, name: ProviderName): PaymentProvider | null {
  if (name === 'stripe') return createStripe(env);
  return name === 'mollie' ? createMollie(env) : testProvider(env);
}

/** The provider for new orders, by the setting `payment_provider`. Returns null if the shop is closed. */
export const chosenPaymentProvider = (env: Env, { payment_provider: name }: Settings): PaymentProvider | null =>
  name === 'none' ? null : paymentProviderOf(env, name);

/** The provider that sent a webhook, and the names of the payments in it. Returns null if no provider recognizes the webhook as its own. */
export async function readWebhook(
  env: Env,
  webhook: { readonly body: string; readonly signature: string },
): Promise<{ readonly provider: PaymentProvider; readonly refs: readonly string[] } | null> {
  for (const name of ['stripe', 'mollie', 'test'] as const) {
    const provider = paymentProviderOf(env, name);
    const refs = (await provider?.readWebhook(webhook)) ?? null;
    if (provider && refs) return { provider, refs };
  }
  return null;
}
