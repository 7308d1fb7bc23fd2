const DAY_MS = 86_400_000;
const MONTHS_SHOWN = 12;

/** The spans of figures that can be chosen: the last days that are over, or the last twelve calendar months. */
export const SPANS = ['7d', '28d', '90d', '12m'] as const;
export type Span = (typeof SPANS)[number];
export const DEFAULT_SPAN: Span = '28d';

/** Whether a value of a span stands for a day or a month. */
export const stepOf = (span: Span): 'day' | 'month' => (span === '12m' ? 'month' : 'day');

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The days of a span in UTC at `now` (ms). It ends with yesterday, since a day is added up once it is over. */
export function daysOfSpan(span: Span, now: number) {
  const yesterday = new Date(now - DAY_MS);
  const to = dayOf(yesterday.getTime());
  const step = stepOf(span);
  if (step === 'day') return { from: dayOf(now - Number.parseInt(span, 10) * DAY_MS), to, step };
  return { from: dayOf(Date.UTC(yesterday.getUTCFullYear(), yesterday.getUTCMonth() - MONTHS_SHOWN + 1)), to, step };
}

/** How many days there are from one day to another, both included. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
