import { UsageError } from './verb.ts';

/** A typed text without surrounding space; throws a usage error if it has more than `most` characters. */
export function typedText(typed: string, name: string, most: number): string {
  const text = typed.replaceAll('\r\n', '\n').trim();
  if (text.length <= most) return text;
  throw new UsageError(`${name} has at most ${most} characters, not ${text.length}.`);
}

/** A typed whole number; throws a usage error if it is another text or out of range. */
export function typedNumber(typed: string, name: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} is a whole number from ${least} to ${most}, not ${typed.slice(0, 40)}.`);
}

/** One of the names that an option takes, or undefined if the option is not given; throws a usage error for any other. */
export function typedName<N extends string>(typed: string | undefined, option: string, names: readonly N[]): N | undefined {
  const name = names.find((one) => one === typed);
  if (typed !== undefined && name === undefined) throw new UsageError(`--${option} is one of ${names.join(', ')}, not ${typed}.`);
  return name;
}

/** A typed day or time (ms), read as UTC; throws a usage error for other forms and days that do not exist. */
export function typedTime(typed: string, option: string): number {
  const [, day = '', clock = 'T00:00'] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d)?$/.exec(typed) ?? [];
  const time = Date.parse(`${day}${clock}:00Z`);
  // Date.parse reads 31 February as a day in March.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(day)) return time;
  throw new UsageError(`--${option} is a day or a time of UTC, as 2026-12-24 or 2026-12-24T18:00, not ${typed}.`);
}
