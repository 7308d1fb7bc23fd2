import type { Template } from '#contract/settings';
import { useSettings } from './settings.ts';

/** The feature flags of each template, by feature group (docs/product.md, "Feature groups"). */
const SOCIAL = {
  navigation: { topNavigation: false },
  ui: { homePathInUserActions: true, imageDesign: true },
  signup: { dots: true },
  profileSearch: { allCountries: false },
  profileSearchProfile: { startConversationInWords: false },
  memberDetails: { city: false, startConversation: false, loadInterests: true },
  chat: { sidebar: true, topBar: false, emojiButton: false },
  myProfile: { headerImage: true, interests: false },
  notifications: { header: true },
  footer: { copyright: false },
};

export type FeatureFlags = typeof SOCIAL;
type FeatureFlagGroup = keyof FeatureFlags;

const CLASSIC: FeatureFlags = {
  navigation: { topNavigation: true },
  ui: { homePathInUserActions: false, imageDesign: false },
  signup: { dots: false },
  profileSearch: { allCountries: true },
  profileSearchProfile: { startConversationInWords: true },
  memberDetails: { city: true, startConversation: true, loadInterests: false },
  chat: { sidebar: false, topBar: true, emojiButton: true },
  myProfile: { headerImage: false, interests: true },
  notifications: { header: false },
  footer: { copyright: true },
};

export const FEATURE_FLAGS: Record<Template, FeatureFlags> = { social: SOCIAL, classic: CLASSIC };

/** The value of a feature flag in the present template. Components ask for flags, never for the template's name. */
export function useFeatureFlag<G extends FeatureFlagGroup, K extends keyof FeatureFlags[G]>(group: G, name: K): FeatureFlags[G][K] {
  return FEATURE_FLAGS[useSettings().template][group][name];
}
