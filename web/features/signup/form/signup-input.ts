import type { CountryCode, Locale } from '#contract/primitives';
import { ownTimeZone } from '../../../platform/time-zone.ts';
import { currentSettings } from '../../../session/settings.ts';
import { isTrackingRefused } from '../../../session/visit/tracking-consent.ts';
import { currentVisit, trafficSourceOf } from '../../../session/visit/traffic-source.ts';
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

/** What is told of the campaign: nothing once that was refused, but for the network where that is what lets one in. */
function marksOf(found: SignUpInput['trafficsource'] | null): SignUpInput['trafficsource'] {
  if (!found || !isTrackingRefused()) return found ?? undefined;
  return currentSettings().signups === 'with_trafficsource' ? { network: found.network } : undefined;
}

type Proofs = Pick<SignUpInput, 'csrf' | 'token' | 'n'>;

/** The input of the call that signs up (docs/product.md, "Creating an account"). */
export function signUpInput(values: AccountValues, origin: Origin, proofs: Proofs): SignUpInput {
  const { source, path, referrer } = currentVisit();
  return {
    email: values.email.trim(),
    name: values.name,
    password: values.password,
    trafficsource: marksOf(trafficSourceOf(origin.search) ?? source),
    timezone: ownTimeZone(),
    country: origin.country,
    language: origin.language,
    profile: origin.member,
    form_path: path,
    referrer: referrer || null,
    ...proofs,
  };
}
