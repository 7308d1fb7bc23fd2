import * as v from 'valibot';
import { TimeZone } from '#contract/account-changes';

/** The time zone of this device, as an IANA name; null if it has none that the site knows. */
export function deviceTimeZone(): string | null {
  const zone: unknown = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return v.is(TimeZone, zone) ? zone : null;
}
