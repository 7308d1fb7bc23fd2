import { useSettings } from '../../../session/settings.ts';

/** Price of a message in a country, in credits; null if the settings name none. */
export function useMessagePrice(country: string | null): number | null {
  const { message_prices: prices } = useSettings();
  return (country ? prices[country] : undefined) ?? null;
}
