import type { Template } from '#contract/settings';
import { useSettings } from '../session/settings.ts';
import { createStore, useStore } from '../session/store.ts';
import { SWITCHES, type Switches } from '../session/switch-table.ts';

/** Whether the hidden panel is open (specification 3, Features state). */
export const isDevPanelOpen = createStore(new URLSearchParams(location.search).has('panel'));

/** The features state of specification 3: the template, its switches by group, and the flag of the panel. */
export type Features = Switches & { readonly templateName: Template; readonly isDevPanelOpen: boolean };

export function useFeatures(): Features {
  const { template } = useSettings();
  return { templateName: template, ...SWITCHES[template], isDevPanelOpen: useStore(isDevPanelOpen) };
}
