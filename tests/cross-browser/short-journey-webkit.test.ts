import { inWebKit } from './support/engine-site.ts';
import { walkShortJourney } from './support/short-journey.ts';

inWebKit(walkShortJourney);
