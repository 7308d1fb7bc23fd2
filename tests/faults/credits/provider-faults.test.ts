import { describe } from 'vitest';
import { mollieDriver } from '../../support/servers/mollie-driver.ts';
import type { PaymentDriver } from '../../support/servers/payment-driver.ts';
import { stripeDriver } from '../../support/servers/stripe-driver.ts';
import { paymentProviderFixture } from '../../worker/credits/payment-provider-fixture.ts';
import { paymentCalls, type RequestCounts } from './payment-calls.ts';
import { testFaults } from './payment-faults.ts';

const SITES: readonly { name: string; driver: PaymentDriver; requests: RequestCounts }[] = [
  {
    name: 'stripe',
    driver: stripeDriver,
    requests: { order: 1, webhook: 1, cancellation: 3, withdrawal: 5, renewal: 4, laterRenewal: 7, stopping: 2 },
  },
  {
    name: 'mollie',
    driver: mollieDriver,
    requests: { order: 2, webhook: 1, cancellation: 4, withdrawal: 4, renewal: 2, laterRenewal: 6, stopping: 1 },
  },
];

describe.each(SITES)('$name', ({ driver, requests }) => {
  const fixture = paymentProviderFixture(driver);
  testFaults(fixture, paymentCalls(fixture, driver, requests), 4);
});
