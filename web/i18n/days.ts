const DAY_MS = 24 * 60 * 60_000;

export type Moment = Date | string | number;

const midnight = (moment: Moment) => new Date(moment).setHours(0, 0, 0, 0);

/** How many midnights of this device lie between a moment and now; fewer than none in the future. */
export const daysAgo = (moment: Moment, now: number): number => Math.round((midnight(now) - midnight(moment)) / DAY_MS);
