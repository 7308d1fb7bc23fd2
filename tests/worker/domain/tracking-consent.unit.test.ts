import { expect, test } from 'vitest';
import { asksTrackingConsent } from '../../../worker/domain/tracking-consent.ts';

const asks = (networkCountry: string, ENVIRONMENT: 'development' | 'production' = 'production') =>
  asksTrackingConsent({ visitor: { networkCountry }, env: { ENVIRONMENT } });

test.each(['FR', 'DE', 'IT', 'ES', 'NL', 'BE', 'AT', 'PL', 'IE', 'GB', 'SE', 'NO'])('visitors from %s are asked', (country) => {
  expect([asks(country), asks(country, 'development')]).toEqual([true, true]);
});

test.each(['CH', 'US', 'CA', 'AU', 'NZ', 'JP'])('visitors from %s are not', (country) => {
  expect(asks(country)).toBe(false);
});

test.each(['XX', 'T1'])('whose country is hidden (%s) may be in one of these countries, except on a local site', (country) => {
  expect([asks(country), asks(country, 'development')]).toEqual([true, false]);
});
