import { AGE_BANDS } from '#contract/search';

/** Today's date in a time zone, as midnight UTC of that date; UTC where the zone is not known. */
export function todayIn(timeZone: string | null, now: number): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
  return Date.parse(`${day}T00:00:00Z`);
}

/** Whole years on the UTC day of an instant. */
export function ageAt(dateOfBirth: string, now: number): number {
  const today = new Date(now);
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  const hadBirthday = today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** What visitors see in place of an age: "26-35", "-25", "65+" (api.md, Shapes). */
export function ageBandOf(age: number): string {
  const band = AGE_BANDS.find(([least, most]) => (least === null || age >= least) && (most === null || age <= most));
  const [least, most] = band ?? [null, null];
  return least === null ? `-${most}` : most === null ? `${least}+` : `${least}-${most}`;
}

/** The last day on which someone of this age or older was born, YYYY-MM-DD. */
export function bornOnOrBefore(age: number, now: number): string {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() - age);
  return day.toISOString().slice(0, 10);
}

/** The first day on which someone of this age or younger was born. */
export function bornOnOrAfter(age: number, now: number): string {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() - age - 1);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
