import { expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { canRenew } from '../../../../worker/features/credits/premium/can-renew.ts';
import { createMollie } from '../../../../worker/platform/payments/providers/mollie.ts';
import { createStripe } from '../../../../worker/platform/payments/providers/stripe.ts';
import { TEST_MOLLIE } from '../../../support/servers/mollie-server.ts';
import { requireProvider } from '../../../support/servers/provider-fixture.ts';
import { TEST_STRIPE } from '../../../support/servers/stripe-server.ts';

const NOW = 1_800_000_000_000;
const PROVIDERS = { stripe: requireProvider(createStripe(TEST_STRIPE)), mollie: requireProvider(createMollie(TEST_MOLLIE)) };

test.each([
  ['stripe', 1, null, true],
  ['stripe', 24, null, true],
  ['stripe', 24, -400, true],
  ['stripe', 37, null, false],
  ['stripe', 12, 320, true],
  ['stripe', 12, 340, false],
  ['stripe', 24, 1, false],
  ['mollie', 12, 4000, true],
  ['mollie', 13, null, false],
] as const)('by %s of %d months with premium for %s more days: %s', (name, months, days, can) => {
  const premiumUntil = days === null ? null : NOW + days * DAY;
  expect(canRenew(PROVIDERS[name], { months }, { premiumUntil, isRenewing: false }, NOW)).toBe(can);
  expect(canRenew(PROVIDERS[name], { months }, { premiumUntil, isRenewing: true }, NOW)).toBe(false);
});
