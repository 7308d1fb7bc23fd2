const SECOND = 1000;
const DAY = 24 * 60 * 60;
/** From so many days on they are counted, and not the hours. */
const IN_DAYS = 3;

export interface Left {
  /** Whole days, where there are many; null: look at the clock. */
  readonly days: number | null;
  /** 11:47:09 */
  readonly clock: string;
  readonly isOver: boolean;
}

const padded = (n: number) => String(n).padStart(2, '0');

/** What is left until a time that the server gave, both in milliseconds. The last second counts until it is over. */
export function leftUntil(end: number, now: number): Left {
  const seconds = Math.max(0, Math.ceil((end - now) / SECOND));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return {
    days: seconds >= IN_DAYS * DAY ? Math.floor(seconds / DAY) : null,
    clock: [hours, minutes, seconds % 60].map(padded).join(':'),
    isOver: seconds === 0,
  };
}

const PAUSES = [2, 3, 5, 8, 13, 20, 30];
const LONGEST = 60;

/** Milliseconds before a payment that is still open is asked after again, once it was so often. */
export const pauseAfter = (times: number): number => (PAUSES[Math.max(0, times - 1)] ?? LONGEST) * SECOND;
