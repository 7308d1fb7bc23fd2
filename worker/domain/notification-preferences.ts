import { MINUTE } from '#contract/durations';
import {
  type Cadence,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationMatrix,
} from '#contract/notifications';

const AT_ONCE_BY_BOTH = { push: 'now', mail: 'now' } as const;

/** The preferences of a member without a choice: everything at once, except offers, which are off. */
export const DEFAULT_MATRIX: NotificationMatrix = {
  message: AT_ONCE_BY_BOTH,
  like: AT_ONCE_BY_BOTH,
  match: AT_ONCE_BY_BOTH,
  account: AT_ONCE_BY_BOTH,
  offer: { push: 'never', mail: 'never' },
};

type StoredMatrix = Partial<Record<string, { push?: string; mail?: string }>>;

const CADENCES: readonly string[] = ['now', 'daily', 'weekly', 'never'];
const isCadence = (cadence: string | undefined): cadence is Cadence => cadence !== undefined && CADENCES.includes(cadence);

/** How often the member is notified of one kind by one channel: the stored choice if it is valid, else the default. */
export function cadenceOf(stored: StoredMatrix, kind: NotificationKind, channel: NotificationChannel): Cadence {
  const chosen = stored[kind]?.[channel];
  return isCadence(chosen) ? chosen : DEFAULT_MATRIX[kind][channel];
}

/** All preferences: the stored choices, completed by the defaults. */
export function matrixFrom(stored: StoredMatrix): NotificationMatrix {
  const rows = NOTIFICATION_KINDS.map(
    (kind) => [kind, { push: cadenceOf(stored, kind, 'push'), mail: cadenceOf(stored, kind, 'mail') }] as const,
  );
  return { ...DEFAULT_MATRIX, ...Object.fromEntries(rows) };
}

const DAY_MINUTES = 24 * 60;
const parseClock = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The time of day in a time zone (null: UTC), in minutes since midnight. */
export function minutesSinceMidnight(now: number, zone: string | null): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone ?? 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return parseClock(clock.format(now));
}

const HALF_DAY_MINUTES = DAY_MINUTES / 2;

/**
 * The first time after `after`, in milliseconds, at which the clock in a zone shows `minutes` since midnight. This holds across changes of
 * the clock; if the clock skips that time of day, the result is at most an hour later.
 */
export function nextTimeOfDay(after: number, minutes: number, zone: string | null): number {
  const ahead = (minutes - minutesSinceMidnight(after, zone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const guess = after - (after % MINUTE) + ahead * MINUTE;
  const clockShift = ((minutesSinceMidnight(guess, zone) - minutes + DAY_MINUTES + HALF_DAY_MINUTES) % DAY_MINUTES) - HALF_DAY_MINUTES;
  const corrected = guess - clockShift * MINUTE;
  return corrected > after && minutesSinceMidnight(corrected, zone) === minutes ? corrected : guess;
}

/** The end of the quiet hours at `now`, in milliseconds; null if there are none now. They may span midnight; equal times mean none. */
export function quietHoursEndAt(now: number, zone: string | null, from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null;
  const length = (parseClock(to) - parseClock(from) + DAY_MINUTES) % DAY_MINUTES;
  const passed = (minutesSinceMidnight(now, zone) - parseClock(from) + DAY_MINUTES) % DAY_MINUTES;
  return passed < length ? nextTimeOfDay(now, parseClock(to), zone) : null;
}
