import { SWITCHES, type Switches, type SwitchGroup } from './feature-flag-table.ts';
import { useSettings } from './settings.ts';

/** Whether the template has it so. No component asks for the template's name. */
export function useSwitch<G extends SwitchGroup, K extends keyof Switches[G]>(group: G, name: K): Switches[G][K] {
  return SWITCHES[useSettings().template][group][name];
}
