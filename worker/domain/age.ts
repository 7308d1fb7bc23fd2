import { AGE_BANDS } from '#contract/members';
import { MAX_AGE } from '#contract/primitives';

/** Today's date in a time zone, as midnight UTC of that date; UTC where the zone is not known. */
export function todayIn(timeZone: string | null, now: number): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );
  return Date.parse(`${day}T00:00:00Z`);
}

/** Whole years on the UTC day of an instant. */
export function ageAt(dateOfBirth: string, now: number): number {
  const today = new Date(now);
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  const hadBirthday = today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** The ends of an age's band; null is open to that side. */
export const ageBandAround = (age: number): readonly [least: number | null, most: number | null] =>
  AGE_BANDS.find(([least, most]) => (least === null || age >= least) && (most === null || age <= most)) ?? [null, null];

/** What visitors see in place of an age: "26-35", "-25", "65+" (docs/product.md, "Card content"). */
export function ageBandOf(age: number): string {
  const [least, most] = ageBandAround(age);
  return least === null ? `-${most}` : most === null ? `${least}+` : `${least}-${most}`;
}

/** The ages that each band stands for on a card: 65 is shown in the fifth, so the sixth begins behind it. */
const SHOWN = AGE_BANDS.map(([least, most], i) => ({ least, from: (AGE_BANDS[i - 1]?.[1] ?? -1) + 1, to: most ?? MAX_AGE }));

/**
 * Two ages widened to the ends of whole bands, so that a visitor's search tells no more about an age than the cards do
 * (docs/product.md, "Visitors' search").
 */
export function inWholeBands(from: number, to: number): readonly [from: number, to: number] {
  // "65+" asked for by its name is what a card means by it.
  const start = SHOWN.findLast((band) => band.from <= from || (band.least === from && to > from));
  const end = SHOWN.find((band) => band.to >= to);
  return [start?.from ?? 0, end?.to ?? MAX_AGE];
}

/** The last day on which someone of this age or older was born, YYYY-MM-DD; days compare as texts, so 29 February needs no such day. */
export function bornOnOrBefore(age: number, now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) - age}${today.slice(4)}`;
}

/** The first day on which someone of this age or younger was born. */
export function bornOnOrAfter(age: number, now: number): string {
  const today = new Date(now);
  const day = new Date(Date.UTC(today.getUTCFullYear() - age - 1, today.getUTCMonth(), today.getUTCDate()));
  // On 29 February a year without one has already rolled over to the next day.
  if (day.getUTCDate() === today.getUTCDate()) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
