import { inWebKit } from './support/engine-site.ts';
import { testShortJourney } from './support/short-journey.ts';

inWebKit(testShortJourney);
