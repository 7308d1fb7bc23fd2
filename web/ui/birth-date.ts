import * as v from 'valibot';
import { CalendarDay, MAX_AGE } from '#contract/primitives';

export interface BirthParts {
  day: string;
  month: string;
  year: string;
}

export const BIRTH_PARTS = ['day', 'month', 'year'] as const;

export function birthPartsOf(date: string | null): BirthParts {
  const [year = '', month = '', day = ''] = date?.split('-') ?? [];
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') };
}

export const isUntouched = ({ day, month, year }: BirthParts): boolean => !day.trim() && !month && !year.trim();

function ageOn(date: string, today: Date): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const hadBirthday = today.getMonth() + 1 > month || (today.getMonth() + 1 === month && today.getDate() >= day);
  return today.getFullYear() - year - (hadBirthday ? 0 : 1);
}

/** The day these parts name; null when there is no such day or the member would be too young (specification 5). */
export function birthDateOf({ day, month, year }: BirthParts, minAge: number, today = new Date()): string | null {
  const date = `${year.trim()}-${month.padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  if (!v.is(CalendarDay, date)) return null;
  const age = ageOn(date, today);
  return age >= minAge && age <= MAX_AGE ? date : null;
}

/** The order in which a language writes the parts of a date. */
export function orderOfParts(locale: string): (keyof BirthParts)[] {
  const written = new Intl.DateTimeFormat(locale).formatToParts(new Date()).map(({ type }) => type);
  return written.flatMap((type) => BIRTH_PARTS.filter((part) => part === type));
}

/** The names of the months, by their number. */
export function monthNames(locale: string): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: format.format(Date.UTC(2000, i, 15)) }));
}
