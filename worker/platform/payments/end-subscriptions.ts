import type { Database } from '#db/client';
import { forgetSubscription, type Stopped } from '#db/queries/credits/renewals';
import type { Env } from '../../config/env.ts';
import { providerOf } from './provider-registry.ts';
import { PaymentFailure, type ProviderName } from './providers/payment-provider.ts';

interface Ending {
  readonly db: Database;
  readonly env: Env;
}

/**
 * Has providers end subscriptions that are stopped here already. Whatever a provider has not agreed to is written down as before, so that
 * the hourly duty asks again (premium, "stops at once"). One that cannot be reached is asked no more in this run; one subscription that it refuses
 * to end holds up no other.
 */
export async function endSubscriptions({ db, env }: Ending, stopped: readonly Stopped[]): Promise<void> {
  const away = new Set<ProviderName>();
  for (const one of stopped) {
    if (away.has(one.provider)) continue;
    try {
      const provider = providerOf(env, one.provider);
      if (!provider) throw new Error(`${one.provider} is not set up`);
      await provider.unsubscribe({ ref: one.subscription, customer: one.customer });
      await forgetSubscription(db, one);
    } catch (error) {
      if (!(error instanceof PaymentFailure && error.isFinal)) away.add(one.provider);
      console.error(
        JSON.stringify({ at: 'end_subscription', provider: one.provider, message: error instanceof Error ? error.message : '' }),
      );
    }
  }
}
