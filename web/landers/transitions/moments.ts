import type { LanderSlug } from '#contract/pages/landers';
import fourSeasons1 from '../../../assets/landers/transitions/four-seasons-1.webp';
import fourSeasons2 from '../../../assets/landers/transitions/four-seasons-2.webp';
import fourSeasons3 from '../../../assets/landers/transitions/four-seasons-3.webp';
import fourSeasons4 from '../../../assets/landers/transitions/four-seasons-4.webp';
import oneDay1 from '../../../assets/landers/transitions/one-day-1.webp';
import oneDay2 from '../../../assets/landers/transitions/one-day-2.webp';
import oneDay3 from '../../../assets/landers/transitions/one-day-3.webp';
import oneDay4 from '../../../assets/landers/transitions/one-day-4.webp';
import tenMessages1 from '../../../assets/landers/transitions/ten-messages-1.webp';
import tenMessages2 from '../../../assets/landers/transitions/ten-messages-2.webp';
import tenMessages3 from '../../../assets/landers/transitions/ten-messages-3.webp';
import tenMessages4 from '../../../assets/landers/transitions/ten-messages-4.webp';

/** The moments of a cross-fade: parts of the keys of its texts. */
export const MOMENTS = ['one', 'two', 'three', 'four'] as const;
export type Moment = (typeof MOMENTS)[number];

/** The picture of each moment, made by assets/landers/render-media.ts. */
export const PICTURES: Record<LanderSlug<'landers-transitionsvideolanding-slug'>, Record<Moment, string>> = {
  'one-day': { one: oneDay1, two: oneDay2, three: oneDay3, four: oneDay4 },
  'four-seasons': { one: fourSeasons1, two: fourSeasons2, three: fourSeasons3, four: fourSeasons4 },
  'ten-messages': { one: tenMessages1, two: tenMessages2, three: tenMessages3, four: tenMessages4 },
};
