import { useSwitch } from '../../session/feature-flags.ts';
import { TABS, type Ways, WITH_HOME } from './navigation.ts';

/** Where a member can go from every page. */
export const useWays = (): Ways => (useSwitch('ui', 'homePathInUserActions') ? WITH_HOME : TABS);
