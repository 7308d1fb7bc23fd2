import { useSettings } from '../../../session/settings.ts';

/** Credits a message costs in this country; null where nobody has said. */
export function useMessagePrice(country: string | null): number | null {
  const { message_prices: prices } = useSettings();
  return (country ? prices[country] : undefined) ?? null;
}
