import type { NextSummaries } from '#db/queries/notifications/notification-settings';
import { nextTimeOfDay } from '../../domain/notification-preferences.ts';

/** Summaries come at 18:00, in minutes since midnight, when most people have time to read them. */
const SUMMARY_MINUTES = 18 * 60;

const isSunday = (at: number, zone: string | null): boolean =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone ?? 'UTC', weekday: 'short' }).format(at) === 'Sun';

/** When a member's next summaries come: at 18:00 in their time zone, or in UTC if it is unknown; the weekly one on Sunday. */
export function nextSummaries(now: number, zone: string | null): NextSummaries {
  const daily = nextTimeOfDay(now, SUMMARY_MINUTES, zone);
  let weekly = daily;
  while (!isSunday(weekly, zone)) weekly = nextTimeOfDay(weekly, SUMMARY_MINUTES, zone);
  return { now, daily, weekly };
}
