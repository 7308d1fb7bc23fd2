import { DAY } from '#contract/durations';

export type Moment = Date | string | number;

const midnight = (moment: Moment) => new Date(moment).setHours(0, 0, 0, 0);

/** The number of midnights between a moment and now, in this device's time zone; negative for the future. */
export const daysAgo = (moment: Moment, now: number): number => Math.round((midnight(now) - midnight(moment)) / DAY);
