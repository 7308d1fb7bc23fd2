import type { Template } from '#contract/settings';
import { createStore, useStore } from '../platform/store.ts';
import { SWITCHES, type Switches } from '../session/feature-flag-table.ts';
import { useSettings } from '../session/settings.ts';

/** Whether the hidden panel is open (specification 3, Features state). */
export const isDevPanelOpen = createStore(new URLSearchParams(location.search).has('panel'));

/** The features state of specification 3: the template, its switches by group, and the flag of the panel. */
export type Features = Switches & { readonly templateName: Template; readonly isDevPanelOpen: boolean };

export function useFeatures(): Features {
  const { template } = useSettings();
  return { templateName: template, ...SWITCHES[template], isDevPanelOpen: useStore(isDevPanelOpen) };
}
