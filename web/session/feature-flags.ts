import { SWITCHES, type Switches, type SwitchGroup } from './feature-flag-table.ts';
import { useSettings } from './settings.ts';

/** The value of a feature flag in the present template. Components ask for flags, never for the template's name. */
export function useSwitch<G extends SwitchGroup, K extends keyof Switches[G]>(group: G, name: K): Switches[G][K] {
  return SWITCHES[useSettings().template][group][name];
}
