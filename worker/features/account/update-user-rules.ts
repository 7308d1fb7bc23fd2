import type { updateUser as endpoint } from '#contract/account-changes';
import { hasSensitiveAnswers, SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import { DAY } from '#contract/durations';
import type { ParsedInputOf } from '#contract/endpoint';
import type { FieldCode } from '#contract/errors';
import { isNameTheEmail } from '#contract/member-name';
import { MAX_AGE } from '#contract/primitives';
import type { MemberChange } from '#db/queries/account/members';
import { activityBucketAt } from '../../domain/activity-bucket.ts';
import { ageAt, todayIn } from '../../domain/age.ts';
import type { Context, Member } from '../../domain/context.ts';
import { refuse, refuseFields } from '../../domain/errors.ts';
import { sensitiveConsentOf } from '../../domain/sensitive-consent.ts';
import { isoTime } from '../../lib/iso-time.ts';

type Input = ParsedInputOf<typeof endpoint>;

/** Those regions, interests, prompts and field values named in an input that exist in the catalogue. */
export interface CatalogueMatches {
  readonly region: { readonly id: string; readonly country: string } | null;
  readonly interests: readonly { readonly id: string }[];
  readonly prompts: readonly { readonly id: string }[];
  readonly values: readonly { readonly field: string; readonly value: string }[];
}

const PAYMENT_COUNTRY_INTERVAL_MS = 30 * DAY;

/**
 * Checks a change by the rules for profiles and returns the columns to write. One wrong field refuses the whole change with 422; another
 * payment country within 30 days refuses it with 429 (docs/product.md, "Saving changes").
 */
export function enforceAccountRules(ctx: Context, input: Input, member: Member, known: CatalogueMatches): MemberChange {
  const fields = {
    ...nameFault(input, member),
    ...pauseFault(input, member),
    ...birthFault(ctx, input, member),
    ...preferenceFaults(ctx, input),
    ...regionFault(input, member, known),
    ...catalogueFaults(input, known),
    ...consentFault(input, member),
  };
  if (Object.keys(fields).length > 0) refuseFields(fields);
  const changesPayment = input.payment_country !== undefined && input.payment_country !== member.paymentCountry;
  const changedAt = member.paymentCountryChangedAt;
  if (changesPayment && changedAt !== null && ctx.now - changedAt < PAYMENT_COUNTRY_INTERVAL_MS) {
    refuse('too_many', { ends_at: isoTime(changedAt + PAYMENT_COUNTRY_INTERVAL_MS) });
  }
  return { ...changeOf(input, member, ctx.now), ...(changesPayment ? { paymentCountryChangedAt: ctx.now } : {}) };
}

const nameFault = ({ name }: Input, member: Member): Record<string, FieldCode> =>
  name !== undefined && isNameTheEmail(name, member.email) ? { name: 'not_allowed' } : {};

/** A pause by decision of a moderator is not the member's to end. */
const pauseFault = ({ paused }: Input, { pausedByCase }: Member): Record<string, FieldCode> =>
  paused === false && pausedByCase !== null ? { paused: 'not_allowed' } : {};

function birthFault(ctx: Context, input: Input, member: Member): Record<string, FieldCode> {
  if (input.date_of_birth === undefined) return {};
  const age = ageAt(input.date_of_birth, todayIn(input.timezone ?? member.timezone, ctx.now));
  return age >= ctx.settings.min_age && age <= MAX_AGE ? {} : { date_of_birth: 'not_allowed' };
}

/** The contract limits the ages upwards and orders them; only the site knows its minimum age. */
function preferenceFaults(ctx: Context, { search_preference: preference }: Input): Record<string, FieldCode> {
  const ends = ['min_age', 'max_age'] as const;
  const tooYoung = ends.filter((end) => preference && preference[end] < ctx.settings.min_age);
  return Object.fromEntries(tooYoung.map((end) => [`search_preference.${end}`, 'not_allowed']));
}

function regionFault(input: Input, member: Member, { region }: CatalogueMatches): Record<string, FieldCode> {
  if (!input.countryregion) return {};
  if (!region) return { countryregion: 'unknown' };
  return region.country === (input.country ?? member.country) ? {} : { countryregion: 'not_allowed' };
}

function catalogueFaults(input: Input, known: CatalogueMatches): Record<string, FieldCode> {
  const interests = new Set(known.interests.map(({ id }) => id));
  const values = new Set(known.values.map(({ field, value }) => `${field}:${value}`));
  const fieldIds = new Set(known.values.map(({ field }) => field));
  const faults: Record<string, FieldCode> = {};
  for (const [field, value] of Object.entries(input.fields ?? {})) {
    if (!fieldIds.has(field) || (value !== null && !values.has(`${field}:${value}`))) faults[`fields.${field}`] = 'unknown';
  }
  const prompts = new Set(known.prompts.map(({ id }) => id));
  if (input.interests?.some((id) => !interests.has(id))) faults.interests = 'unknown';
  if (input.prompts?.some(({ id }) => !prompts.has(id))) faults.prompts = 'unknown';
  return faults;
}

/** Sensitive answers need a consent: one in force, or one that comes with them. Only the text that is shown now can be consented to. */
function consentFault(input: Input, member: Member): Record<string, FieldCode> {
  const { sensitive_consent: consent } = input;
  if (typeof consent === 'number' && consent !== SENSITIVE_CONSENT_VERSION) return { sensitive_consent: 'expired' };
  const isGiven = consent === undefined ? sensitiveConsentOf(member) !== null : consent !== null;
  return hasSensitiveAnswers(input) && !isGiven ? { sensitive_consent: 'required' } : {};
}

/** The columns of the consent: a new one replaces the one before, and withdrawing keeps what was withdrawn, as its proof. */
function consentChange({ sensitive_consent: consent }: Input, member: Member, now: number): MemberChange {
  if (consent === undefined || (consent !== null && sensitiveConsentOf(member))) return {};
  if (consent === null) return member.sensitiveConsentEndedAt === null ? { sensitiveConsentEndedAt: now } : {};
  return { sensitiveConsentVersion: consent, sensitiveConsentAt: now, sensitiveConsentEndedAt: null };
}

/** The columns that an input changes. A new country without a region clears the region. */
function changeOf(input: Input, member: Member, now: number): MemberChange {
  const { country } = input;
  const movesCountry = country !== undefined && country !== member.country;
  const change = {
    name: input.name,
    country,
    countryregion: input.countryregion ?? (movesCountry || input.countryregion === null ? null : undefined),
    city: input.city === '' ? null : input.city,
    gender: input.gender,
    dateOfBirth: input.date_of_birth,
    personal: input.personal === '' ? null : input.personal,
    language: input.language,
    locale: input.locale,
    timezone: input.timezone,
    isPaused: input.paused,
    hidePresence: input.hide_presence,
    activityBucket: input.hide_presence === undefined ? undefined : activityBucketAt(now, { hidePresence: input.hide_presence }),
    hideFictional: input.hide_fictional,
    allowSearchEngines: input.allow_search_engines,
    hiddenWords: input.hidden_words,
    paymentCountry: input.payment_country ?? (member.paymentCountry === null ? country : undefined),
    lastSignupStep: input.lastSignupStep,
    lastActiveAt: now,
  };
  return { ...withoutAbsent(change), ...consentChange(input, member, now) };
}

/** Drops keys that are undefined, because an absent key leaves its column unchanged. */
function withoutAbsent(change: { [K in keyof MemberChange]: MemberChange[K] | undefined }): MemberChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as MemberChange;
}
