import * as v from 'valibot';
import type { SearchPreference, User } from '#contract/account';
import { isSensitiveField, SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import { Gender, MAX_AGE, Slug } from '#contract/primitives';
import type { UserChanges } from '../../../session/save-user.ts';
import { birthDateOf, birthPartsOf } from '../../../ui/forms/birth-date.ts';

export const AboutYou = v.object({
  gender: v.nullable(Gender),
  birth: v.object({ day: v.string(), month: v.string(), year: v.string() }),
  /** The answers by field id; an empty one takes a saved answer back. */
  fields: v.record(v.string(), v.union([v.literal(''), Slug])),
  /** Whom the member wants to meet: null is not answered, '' everyone. */
  wanted: v.union([v.null(), v.literal(''), Gender]),
  /** The ages of whom the member wants to meet, within those of the site; null is not answered. */
  ages: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** Whether the member consents to sensitive answers, here and now. */
  consents: v.optional(v.boolean(), false),
});
export type AboutYou = v.InferOutput<typeof AboutYou>;

/** Both ends within the ages of a site whose minimum age is `minAge`. */
const withinSite = ({ min_age, max_age }: Pick<SearchPreference, 'min_age' | 'max_age'>, minAge: number) => ({
  from: Math.min(MAX_AGE, Math.max(minAge, min_age)),
  to: Math.min(MAX_AGE, Math.max(minAge, max_age)),
});

export const aboutYouOf = ({ profile, search_preference: preference }: User, minAge: number): AboutYou => ({
  gender: profile.gender,
  birth: birthPartsOf(profile.date_of_birth),
  fields: profile.fields,
  wanted: preference?.gender ?? null,
  ages: preference && withinSite(preference, minAge),
  consents: false,
});

/** What is stored of the answers about whom the member wants to meet; undefined if there are none. A missing one of the two means "all". */
function preferenceOf({ wanted, ages }: AboutYou, minAge: number): SearchPreference | undefined {
  if (wanted === null && ages === null) return undefined;
  return { gender: wanted ?? '', min_age: ages?.from ?? minAge, max_age: ages?.to ?? MAX_AGE };
}

/** The changes to save; null while gender or date of birth is missing or wrong. */
export function changesOf(answers: AboutYou, minAge: number): UserChanges | null {
  const { gender, birth, fields } = answers;
  const date = birthDateOf(birth, minAge);
  if (!gender || !date) return null;
  const values = Object.entries(fields).map(([field, value]) => [field, value || null]);
  const preference = preferenceOf(answers, minAge);
  return {
    gender,
    date_of_birth: date,
    ...(values.length && { fields: Object.fromEntries(values) }),
    ...(preference && { search_preference: preference }),
    ...(answers.consents && { sensitive_consent: SENSITIVE_CONSENT_VERSION }),
  };
}

/** The changes without their sensitive answers, for members who do not consent. */
export function withoutSensitiveAnswers({ fields, search_preference: preference, ...others }: UserChanges): UserChanges {
  const kept = Object.entries(fields ?? {}).filter(([id, value]) => value === null || !isSensitiveField(id));
  return {
    ...others,
    ...(kept.length && { fields: Object.fromEntries(kept) }),
    ...(preference && { search_preference: { ...preference, gender: '' as const } }),
  };
}

/** The profile fields that the setting `visible_profile_fields` names; `fields` in it stands for all of them. */
export const shownFields = <F extends { id: string }>(fields: readonly F[], visible: readonly string[]): F[] =>
  fields.filter(({ id }) => visible.includes('fields') || visible.includes(id));
