import type { CountryCode, Locale } from '#contract/primitives';
import { deviceTimeZone } from '../../../platform/time-zone.ts';
import { currentSettings } from '../../../session/settings.ts';
import { isTrackingRefused } from '../../../session/visit/tracking-consent.ts';
import { currentVisit, trafficSourceOf } from '../../../session/visit/traffic-source.ts';
import type { AccountValues } from './account-rules.ts';
import type { SignUpInput } from './submit-account.ts';

/** What a form knows of its page and visitor: the address, the language, the country of the network, and who led to it. */
export interface SignUpContext {
  search: URLSearchParams;
  language: Locale;
  country: CountryCode | null;
  /** The member whose page led here. */
  member: string | null;
}

/** The traffic source to send. Once campaign tracking was refused it is the network alone, and only where sign-ups depend on it. */
function allowedTrafficSource(source: SignUpInput['trafficsource'] | null): SignUpInput['trafficsource'] {
  if (!source || !isTrackingRefused()) return source ?? undefined;
  return currentSettings().signups === 'with_trafficsource' ? { network: source.network } : undefined;
}

type Proofs = Pick<SignUpInput, 'csrf' | 'token' | 'n'>;

/** The input of the call that signs up (docs/product.md, "Creating an account"). */
export function signUpInput(values: AccountValues, origin: SignUpContext, proofs: Proofs): SignUpInput {
  const { source, path, referrer } = currentVisit();
  return {
    email: values.email.trim(),
    name: values.name,
    password: values.password,
    trafficsource: allowedTrafficSource(trafficSourceOf(origin.search) ?? source),
    timezone: deviceTimeZone(),
    country: origin.country,
    language: origin.language,
    profile: origin.member,
    form_path: path,
    referrer: referrer || null,
    ...proofs,
  };
}
