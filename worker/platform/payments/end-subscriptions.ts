import type { Database } from '#db/client';
import { markSubscriptionEnded, type StoppedSubscription } from '#db/queries/credits/renewals';
import type { Env } from '../../config/env.ts';
import { logLine } from '../../lib/log.ts';
import { paymentProviderOf } from './provider-registry.ts';
import { PaymentFailure, type ProviderName } from './providers/payment-provider.ts';

interface EndContext {
  readonly db: Database;
  readonly env: Env;
}

/**
 * Asks the providers to end subscriptions that are stopped here already. If a provider does not, the row stays and the hourly check asks
 * again (docs/product.md, "Stopping a renewal"). A provider that cannot be reached is not asked again in this run; a subscription that it
 * refuses to end does not stop the others. Nothing is asked after `end` (ms). Failures are logged, not thrown.
 */
export async function endSubscriptions(
  { db, env }: EndContext,
  stopped: readonly StoppedSubscription[],
  end = Number.POSITIVE_INFINITY,
): Promise<void> {
  const unreachable = new Set<ProviderName>();
  for (const renewal of stopped) {
    if (Date.now() > end) return;
    if (unreachable.has(renewal.provider)) continue;
    try {
      const provider = paymentProviderOf(env, renewal.provider);
      if (!provider) throw new Error(`${renewal.provider} is not set up`);
      await provider.unsubscribe({ ref: renewal.subscription, customer: renewal.customer });
      await markSubscriptionEnded(db, renewal);
    } catch (error) {
      if (!(error instanceof PaymentFailure && error.isFinal)) unreachable.add(renewal.provider);
      logLine('error', { at: 'end_subscription', provider: renewal.provider, message: error instanceof Error ? error.message : '' });
    }
  }
}
