import { daysAgo } from './days.ts';
import { formatDate, formatNearTime } from './format.ts';

/** A future time: 14:05 today, Monday 14:05 within a week, the date after that. */
export const formatDeadline = (moment: string, now = Date.now()): string =>
  daysAgo(moment, now) > -7 ? formatNearTime(moment, now) : formatDate(moment);
