import { AGE_BANDS } from '#contract/members';
import { MAX_AGE } from '#contract/primitives';

/** Today's date in a time zone (null: UTC), as midnight UTC of that date in milliseconds. */
export function todayIn(timeZone: string | null, now: number): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );
  return Date.parse(`${day}T00:00:00Z`);
}

/** The age in whole years on the UTC day of `now`. `dateOfBirth` is YYYY-MM-DD. */
export function ageAt(dateOfBirth: string, now: number): number {
  const today = new Date(now);
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  const hadBirthday = today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** The first and the last age of the band that holds an age; null is an open end. */
export const ageBandAround = (age: number): readonly [least: number | null, most: number | null] =>
  AGE_BANDS.find(([least, most]) => (least === null || age >= least) && (most === null || age <= most)) ?? [null, null];

/** The band that visitors see in place of an age: "26-35", "-25", "65+" (docs/product.md, "Card content"). */
export function ageBandOf(age: number): string {
  const [least, most] = ageBandAround(age);
  return least === null ? `-${most}` : most === null ? `${least}+` : `${least}-${most}`;
}

/**
 * The ages for which a card shows each band. `least` is the age in the band's name. A card shows the age 65 as "56-65", so the ages of
 * "65+" begin with 66.
 */
const SHOWN_BANDS = AGE_BANDS.map(([least, most], i) => ({ least, from: (AGE_BANDS[i - 1]?.[1] ?? -1) + 1, to: most ?? MAX_AGE }));

/**
 * Widens an age range to whole bands, so that a visitor's search reveals no more about an age than the cards do
 * (docs/product.md, "Visitors' search").
 */
export function widenToBands(from: number, to: number): readonly [from: number, to: number] {
  // A range that begins at 65 and goes on asks for the band "65+", as cards use it.
  const start = SHOWN_BANDS.findLast((band) => band.from <= from || (band.least === from && to > from));
  const end = SHOWN_BANDS.find((band) => band.to >= to);
  return [start?.from ?? 0, end?.to ?? MAX_AGE];
}

/**
 * The last day on which someone of at least this age was born, YYYY-MM-DD. On 29 February the result may be a day that does not exist,
 * which does not matter because days are compared as texts.
 */
export function bornOnOrBefore(age: number, now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - age}${today.slice(4)}`;
}

/** The first day on which someone of at most this age was born, YYYY-MM-DD. */
export function bornOnOrAfter(age: number, now: number): string {
  const today = new Date(now);
  const day = new Date(Date.UTC(today.getUTCFullYear() - age - 1, today.getUTCMonth(), today.getUTCDate()));
  // On 29 February, in a year without that day, the date has already moved on to 1 March.
  if (day.getUTCDate() === today.getUTCDate()) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
