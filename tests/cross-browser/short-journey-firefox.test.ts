import { inFirefox } from './support/engine-site.ts';
import { testShortJourney } from './support/short-journey.ts';

inFirefox(testShortJourney);
