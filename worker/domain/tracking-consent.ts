/**
 * The countries whose law wants a yes before anything is stored or read on a device that is not strictly necessary: those of the European
 * Economic Area (ePrivacy directive, article 5(3)) and the United Kingdom (PECR, regulation 6).
 */
const CONSENT_COUNTRIES = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI', 'LT', 'LU'],
  ...['LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
];
/** What the edge says of a network whose country it does not know, and of Tor. The visitor may be in one of these countries. */
const UNKNOWN_COUNTRIES = ['XX', 'T1'];

interface Asker {
  readonly visitor: { readonly networkCountry: string };
  readonly env: { readonly ENVIRONMENT: 'development' | 'production' };
}

/** Whether campaign tracking of this visitor needs a yes first. A local site has no edge that knows countries, and counts as elsewhere. */
export function asksTrackingConsent({ visitor: { networkCountry }, env }: Asker): boolean {
  const countries = env.ENVIRONMENT === 'production' ? [...CONSENT_COUNTRIES, ...UNKNOWN_COUNTRIES] : CONSENT_COUNTRIES;
  return countries.includes(networkCountry);
}
