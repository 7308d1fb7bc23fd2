import * as v from 'valibot';
import { TimeZone } from '#contract/account';
import type { CountryCode, Locale } from '#contract/primitives';
import type { AccountValues } from './account-rules.ts';
import type { SignUpInput } from './submit-account.ts';
import { trafficSourceOf } from './tracking.ts';

const LONGEST_REFERRER = 2000;
const LONGEST_PATH = 1000;

/** Where this form stands and who led to it. */
export interface Origin {
  search: URLSearchParams;
  path: string;
  referrer: string;
  language: Locale;
  country: CountryCode | null;
  /** The member whose page led here. */
  member: string | null;
}

type Proofs = Pick<SignUpInput, 'csrf' | 'token' | 'n'>;

function ownTimeZone(): string | null {
  const zone: unknown = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return v.is(TimeZone, zone) ? zone : null;
}

/** The sign-up call's input (specification 3, signup payload). */
export function signUpInput(values: AccountValues, origin: Origin, proofs: Proofs): SignUpInput {
  return {
    email: values.email.trim(),
    name: values.name,
    password: values.password,
    trafficsource: trafficSourceOf(origin.search) ?? undefined,
    timezone: ownTimeZone(),
    country: origin.country,
    language: origin.language,
    profile: origin.member,
    form_path: origin.path.slice(0, LONGEST_PATH),
    referrer: origin.referrer.slice(0, LONGEST_REFERRER) || null,
    ...proofs,
  };
}
