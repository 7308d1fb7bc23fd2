import * as v from 'valibot';
import { TimeZone } from '#contract/account';

/** The zone this device tells the time in; null where it names none that the site knows. */
export function ownTimeZone(): string | null {
  const zone: unknown = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return v.is(TimeZone, zone) ? zone : null;
}
