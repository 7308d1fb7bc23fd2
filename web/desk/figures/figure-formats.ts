import { VITALS, type Vital } from '#contract/vitals';
import { formatNumber, formatTag } from '../../i18n/format.ts';

const THOUSAND = 1000;

/** A day of a chart, as in 12 Nov, in the form of the region; the day is one of UTC wherever its reader is. */
export const dayLabel = (day: string): string =>
  new Intl.DateTimeFormat(formatTag(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

/** A month of a chart, as in Nov 2026. */
export const monthLabel = (day: string): string =>
  new Intl.DateTimeFormat(formatTag(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(day));

/** A time in seconds or milliseconds, or a figure without unit, as in 1.2 s, 80 ms, 0.05. */
export function vitalText(vital: Vital, value: number): string {
  if (VITALS[vital].unit === '') return formatNumber(value);
  return value < THOUSAND ? `${formatNumber(value)} ms` : `${formatNumber(value / THOUSAND)} s`;
}

/** The bound within which values lie. The last bucket has no end: it holds all that was greater than the bound before it. */
export function boundText(vital: Vital, upTo: number): string {
  const [last, before] = VITALS[vital].bounds.toReversed();
  return upTo === last && before !== undefined ? `> ${vitalText(vital, before)}` : `≤ ${vitalText(vital, upTo)}`;
}
