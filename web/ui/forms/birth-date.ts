import * as v from 'valibot';
import { CalendarDay, MAX_AGE } from '#contract/primitives';

export interface BirthParts {
  day: string;
  month: string;
  year: string;
}

export const BIRTH_PARTS = ['day', 'month', 'year'] as const;

/** Splits a date (`YYYY-MM-DD`) into the parts of the form, without leading zeros. Null gives empty parts. */
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

/** The date of the parts as `YYYY-MM-DD`; null if there is no such day. */
function dayOf({ day, month, year }: BirthParts): string | null {
  const date = `${year.trim()}-${month.padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  return v.is(CalendarDay, date) ? date : null;
}

/**
 * What is wrong with a date of birth: `error` if there is no such day or the member would be too young, `too_old` beyond the highest age
 * (docs/product.md, "Date of birth and gender").
 */
export type BirthProblem = 'error' | 'too_old';

/** What is wrong with a date of birth; null if it is accepted. */
export function birthProblem(parts: BirthParts, minAge: number, today = new Date()): BirthProblem | null {
  const date = dayOf(parts);
  if (date === null) return 'error';
  const age = ageOn(date, today);
  if (age > MAX_AGE) return 'too_old';
  return age < minAge ? 'error' : null;
}

/** The date of birth as `YYYY-MM-DD`; null if `birthProblem` finds one. */
export function birthDateOf(parts: BirthParts, minAge: number, today = new Date()): string | null {
  return birthProblem(parts, minAge, today) === null ? dayOf(parts) : null;
}

/** The parts of a date in the order in which a language writes them. */
export function orderOfParts(locale: string): (keyof BirthParts)[] {
  const typesInOrder = new Intl.DateTimeFormat(locale).formatToParts(new Date()).map(({ type }) => type);
  return typesInOrder.flatMap((type) => BIRTH_PARTS.filter((part) => part === type));
}

/** The months as options of a select: number and name in the language. */
export function monthNames(locale: string): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: format.format(Date.UTC(2000, i, 15)) }));
}
