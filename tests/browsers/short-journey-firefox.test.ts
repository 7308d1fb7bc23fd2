import { walkShortJourney } from './support/short-journey.ts';
import { inFirefox } from './support/site.ts';

inFirefox(walkShortJourney);
