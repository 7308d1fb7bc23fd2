import { DAY } from '#contract/durations';

/**
 * The time so many calendar months later, in UTC and at the same time of day. In a shorter month the day becomes its last one: a month
 * after 31 January is 28 or 29 February. Tests compare the SQL in db/queries/credits/entitlements.ts with it.
 */
export function expectedMonthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (((time % DAY) + DAY) % DAY);
}
