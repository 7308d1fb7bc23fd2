import { inFirefox } from './support/engine-site.ts';
import { walkShortJourney } from './support/short-journey.ts';

inFirefox(walkShortJourney);
