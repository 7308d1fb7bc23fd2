const SECOND = 1000;
const DAY = 24 * 60 * 60;
/** From this many days on the time left is shown in days instead of as a clock. */
const SHOW_DAYS_FROM = 3;

export interface TimeLeft {
  /** Whole days from 3 days on; null below that, where `clock` is shown. */
  readonly days: number | null;
  /** Hours, minutes and seconds, as in 11:47:09. */
  readonly clock: string;
  readonly isOver: boolean;
}

const padded = (n: number) => String(n).padStart(2, '0');

/** The time left from `now` to `end`, both in milliseconds since 1970, rounded up to whole seconds. */
export function timeLeftUntil(end: number, now: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil((end - now) / SECOND));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return {
    days: seconds >= SHOW_DAYS_FROM * DAY ? Math.floor(seconds / DAY) : null,
    clock: [hours, minutes, seconds % 60].map(padded).join(':'),
    isOver: seconds === 0,
  };
}

const POLL_PAUSES_S = [2, 3, 5, 8, 13, 20, 30];
const LONGEST_PAUSE_S = 60;

/** Milliseconds between the fetch number `times` of an open order and the next one (docs/product.md, "Transaction page"). */
export const pollPauseAfter = (times: number): number => (POLL_PAUSES_S[Math.max(0, times - 1)] ?? LONGEST_PAUSE_S) * SECOND;
