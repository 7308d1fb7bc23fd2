import type { NextSummaries } from '#db/queries/notice-settings';
import { MINUTE } from './limit.ts';
import { minutesAt } from './notice-rules.ts';

/** Summaries come when most people have an evening before them; that of a week on Sunday. */
const SUMMARY_MINUTES = 18 * 60;
const DAY_MINUTES = 24 * 60;

const isSunday = (at: number, zone: string | null): boolean =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone ?? 'UTC', weekday: 'short' }).format(at) === 'Sun';

/** The first six o’clock in the evening of a zone after a time. Where clocks are put forward or back on the way, it is still six. */
function nextEvening(after: number, zone: string | null): number {
  const ahead = (SUMMARY_MINUTES - minutesAt(after, zone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const guess = after - (after % MINUTE) + ahead * MINUTE;
  const off = minutesAt(guess, zone) - SUMMARY_MINUTES;
  return guess - off * MINUTE;
}

/** When a member's next summaries come: at 18:00 in their zone, UTC where that is not known; the weekly one on Sunday. */
export function nextSummaries(now: number, zone: string | null): NextSummaries {
  const daily = nextEvening(now, zone);
  let weekly = daily;
  while (!isSunday(weekly, zone)) weekly = nextEvening(weekly, zone);
  return { now, daily, weekly };
}
