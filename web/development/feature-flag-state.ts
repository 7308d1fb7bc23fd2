import type { Template } from '#contract/settings';
import { createStore, useStore } from '../platform/store.ts';
import { FEATURE_FLAGS, type FeatureFlags } from '../session/feature-flag-table.ts';
import { useSettings } from '../session/settings.ts';

/** Whether the developer panel is open (docs/product.md, "Developer panel"). */
export const isDevPanelOpen = createStore(new URLSearchParams(location.search).has('panel'));

/** The template's name, its feature flags by group (docs/product.md, "Feature groups"), and whether the developer panel is open. */
export type Features = FeatureFlags & { readonly templateName: Template; readonly isDevPanelOpen: boolean };

export function useFeatures(): Features {
  const { template } = useSettings();
  return { templateName: template, ...FEATURE_FLAGS[template], isDevPanelOpen: useStore(isDevPanelOpen) };
}
