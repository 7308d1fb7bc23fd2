import type { Env } from '../../config/env.ts';
import type { Settings } from '../../config/settings.ts';
import { DAY } from '../../domain/rate-limit.ts';
import { createMollie } from './providers/mollie.ts';
import type { PaymentProvider, ProviderName } from './providers/payment-provider.ts';
import { createStripe } from './providers/stripe.ts';

declare const __DEVELOPMENT__: boolean;

type Words = Pick<PaymentProvider, 'name' | 'methods' | 'renewingMethods' | 'renewsWithin' | 'signsNotices'>;

/** A provider whose code is fetched with the first call of it. */
const lazily = (words: Words, load: () => Promise<PaymentProvider>): PaymentProvider => ({
  ...words,
  create: async (order) => (await load()).create(order),
  find: async (ref) => (await load()).find(ref),
  cancel: async (ref) => (await load()).cancel(ref),
  refund: async (ref, refund) => (await load()).refund(ref, refund),
  readNotice: async (notice) => (await load()).readNotice(notice),
  subscribe: async (first, renewal) => (await load()).subscribe(first, renewal),
  renewals: async (subscription) => (await load()).renewals(subscription),
  unsubscribe: async (subscription) => (await load()).unsubscribe(subscription),
});

const ALL_METHODS = ['ideal', 'card', 'paypal', 'sepa', 'bancontact', 'blik', 'p24', 'eps', 'twint', 'satispay'];

/** The provider that the site plays itself (`/_dev/pay`); production has none, and not even its code. */
function testProvider(env: Env): PaymentProvider | null {
  // What stands behind this constant is left out of the production bundle.
  if (__DEVELOPMENT__) {
    const words: Words = {
      ...{ name: 'test', methods: ALL_METHODS, renewingMethods: ['card', 'sepa', 'paypal'] },
      ...{ renewsWithin: { months: 12, aheadMs: 700 * DAY }, signsNotices: true },
    };
    const load = async () => (await import('../../development/payments/test-provider.ts')).createTestProvider(env);
    return env.ENVIRONMENT === 'development' ? lazily(words, load) : null;
  }
  return null;
}

/** A provider by its name; null while it is not set up. An order is asked after where it was made, whatever the setting says by now. */
export function providerOf(env: Env, name: ProviderName): PaymentProvider | null {
  if (name === 'stripe') return createStripe(env);
  return name === 'mollie' ? createMollie(env) : testProvider(env);
}

/** The provider that takes orders now; null: the shop is closed. */
export const openProvider = (env: Env, { payment_provider: name }: Settings): PaymentProvider | null =>
  name === 'none' ? null : providerOf(env, name);

/** Which provider a notice is from, and the payments it is about; null: it is forged. Each knows its own by what signs it. */
export async function readNotice(
  env: Env,
  notice: { readonly body: string; readonly signature: string },
): Promise<{ readonly provider: PaymentProvider; readonly refs: readonly string[] } | null> {
  for (const name of ['stripe', 'mollie', 'test'] as const) {
    const provider = providerOf(env, name);
    const refs = (await provider?.readNotice(notice)) ?? null;
    if (provider && refs) return { provider, refs };
  }
  return null;
}
