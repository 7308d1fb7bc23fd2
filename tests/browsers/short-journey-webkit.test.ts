import { walkShortJourney } from './support/short-journey.ts';
import { inWebKit } from './support/site.ts';

inWebKit(walkShortJourney);
