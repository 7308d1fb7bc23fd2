import { useSettings } from './settings.ts';
import { SWITCHES, type Switches, type SwitchGroup } from './switch-table.ts';

/** Whether the template has it so. No component asks for the template's name. */
export function useSwitch<G extends SwitchGroup, K extends keyof Switches[G]>(group: G, name: K): Switches[G][K] {
  return SWITCHES[useSettings().template][group][name];
}
