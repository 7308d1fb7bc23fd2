import type { CountryCode, Locale } from '#contract/primitives';
import { ownTimeZone } from '../../session/time-zone.ts';
import { currentVisit, trafficSourceOf } from '../../session/tracking.ts';
import type { AccountValues } from './account-rules.ts';
import type { SignUpInput } from './submit-account.ts';

/** Where this form stands and who led to it. */
export interface Origin {
  search: URLSearchParams;
  language: Locale;
  country: CountryCode | null;
  /** The member whose page led here. */
  member: string | null;
}

type Proofs = Pick<SignUpInput, 'csrf' | 'token' | 'n'>;

/** The sign-up call's input (specification 3, signup payload). */
export function signUpInput(values: AccountValues, origin: Origin, proofs: Proofs): SignUpInput {
  const { source, path, referrer } = currentVisit();
  return {
    email: values.email.trim(),
    name: values.name,
    password: values.password,
    trafficsource: trafficSourceOf(origin.search) ?? source ?? undefined,
    timezone: ownTimeZone(),
    country: origin.country,
    language: origin.language,
    profile: origin.member,
    form_path: path,
    referrer: referrer || null,
    ...proofs,
  };
}
