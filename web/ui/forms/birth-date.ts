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

function dayOf({ day, month, year }: BirthParts): string | null {
  const date = `${year.trim()}-${month.padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  return v.is(CalendarDay, date) ? date : null;
}

/**
 * What is wrong with a date of birth: `error` if there is no such day or the member would be too young, `too_old` beyond the highest age
 * (docs/product.md, "Date of birth and gender").
 */
export type BirthProblem = 'error' | 'too_old';

/** Why a date of birth cannot be taken; null when it can. */
export function birthProblem(parts: BirthParts, minAge: number, today = new Date()): BirthProblem | null {
  const date = dayOf(parts);
  if (date === null) return 'error';
  const age = ageOn(date, today);
  if (age > MAX_AGE) return 'too_old';
  return age < minAge ? 'error' : null;
}

/** The day these parts name; null where it cannot be a date of birth here. */
export function birthDateOf(parts: BirthParts, minAge: number, today = new Date()): string | null {
  return birthProblem(parts, minAge, today) === null ? dayOf(parts) : null;
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
