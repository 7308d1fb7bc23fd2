import { SEARCH_FLOW, seesAdvertisements } from '#contract/partners';
import type { Settings } from './settings.ts';

declare const __DEVELOPMENT__: boolean;

/** Who is shown advertisements: tiles, their links and the partners' flows go by this one rule (specification 6). */
export const isShownAdvertisements = (
  member: { readonly premiumUntil: number | null; readonly createdAt: number },
  { member_resell: memberResell }: Pick<Settings, 'member_resell'>,
  now: number,
): boolean => seesAdvertisements({ isPaying: (member.premiumUntil ?? 0) > now, signedUpAt: member.createdAt, memberResell }, now);

export interface Partners {
  /** Where the feed of webcam accounts is read; '': nowhere. */
  readonly feed: string;
  /** Where an account is met, `{account}` standing for it; '': nowhere. */
  readonly address: string;
  readonly flows: Readonly<Record<string, string>>;
}

/** Where the operator's partners are. In development the site itself plays those whom nobody has named (worker/development/cams.ts). */
export function partnersOf(
  { cams_feed: feed, cams_address: address, resell_flows: flows }: Settings,
  env: { readonly ENVIRONMENT: string; readonly SITE_URL: string },
): Partners {
  const partners = { feed, address, flows };
  if (!__DEVELOPMENT__ || env.ENVIRONMENT !== 'development') return partners;
  const own = `${env.SITE_URL}/_dev/cams`;
  return {
    feed: feed || `${own}/feed.json`,
    address: address || `${own}/{account}`,
    flows: { [SEARCH_FLOW]: `${own}/all`, ...flows },
  };
}
