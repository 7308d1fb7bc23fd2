import { useFeatureFlag } from '../../session/feature-flags.ts';
import { DESTINATIONS_WITH_HOME, type Destinations, TABS } from './navigation.ts';

/** The destinations of the navigation, with Home if the template has it. */
export const useDestinations = (): Destinations => (useFeatureFlag('ui', 'homePathInUserActions') ? DESTINATIONS_WITH_HOME : TABS);
