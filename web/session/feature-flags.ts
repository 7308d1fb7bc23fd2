import { FEATURE_FLAGS, type FeatureFlagGroup, type FeatureFlags } from './feature-flag-table.ts';
import { useSettings } from './settings.ts';

/** The value of a feature flag in the present template. Components ask for flags, never for the template's name. */
export function useFeatureFlag<G extends FeatureFlagGroup, K extends keyof FeatureFlags[G]>(group: G, name: K): FeatureFlags[G][K] {
  return FEATURE_FLAGS[useSettings().template][group][name];
}
