import { mayVisitorsSearch } from '#contract/settings';
import { hidesNudity } from './nudity-setting.ts';
import { currentSettings, useSettings } from './settings.ts';
import { currentUser, useUser } from './user.ts';
import { isTrackingRefused } from './visit/tracking-consent.ts';
import { currentVisit } from './visit/traffic-source.ts';

const campaignNetwork = (): string | undefined => currentVisit().source?.network;

/**
 * Whether the page is used by a visitor who may search members. False for members, who have their own search
 * (docs/product.md, "Visitors' search").
 */
export function useVisitorSearch(): boolean {
  const settings = useSettings();
  const user = useUser();
  return !user && mayVisitorsSearch(settings, settings.logged_out_search_trafficsource ? campaignNetwork() : undefined);
}

/** The visitor's campaign network. If tracking was refused, it is sent only if the visitors' search depends on it. */
function sentNetwork(): string | undefined {
  if (currentUser()) return undefined;
  return isTrackingRefused() && currentSettings().logged_out_search ? undefined : campaignNetwork();
}

/** Parameters that every search sends about the searcher. To be read when the call is made. */
export function searcherParameters(): { hideNudity: '0' | '1'; trafficsource?: string } {
  const trafficsource = sentNetwork();
  return { hideNudity: hidesNudity() ? '1' : '0', ...(trafficsource && { trafficsource }) };
}
