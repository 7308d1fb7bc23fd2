import { DAY } from '../../../worker/domain/rate-limit.ts';

/**
 * A moment so many calendar months later, in UTC, at the same time of day: the 31st of a month becomes the last day of a shorter one
 * (31 January and a month is 28 or 29 February): what `monthsAfter` of db/queries/credits/entitlements.ts is held to.
 */
export function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (((time % DAY) + DAY) % DAY);
}
