import { useSwitch } from '../../session/feature-flags.ts';
import { TABS, type Ways, WITH_HOME } from './navigation.ts';

/** The destinations of the navigation, with Home if the template has it. */
export const useWays = (): Ways => (useSwitch('ui', 'homePathInUserActions') ? WITH_HOME : TABS);
