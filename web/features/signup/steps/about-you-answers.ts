import * as v from 'valibot';
import type { User } from '#contract/account';
import { Gender, Slug } from '#contract/primitives';
import type { UserChanges } from '../../../session/save-user.ts';
import { birthDateOf, birthPartsOf } from '../../../ui/forms/birth-date.ts';

export const AboutYou = v.object({
  gender: v.nullable(Gender),
  birth: v.object({ day: v.string(), month: v.string(), year: v.string() }),
  /** The answers by field id; an empty one takes a saved answer back. */
  fields: v.record(v.string(), v.union([v.literal(''), Slug])),
});
export type AboutYou = v.InferOutput<typeof AboutYou>;

export const aboutYouOf = ({ profile }: User): AboutYou => ({
  gender: profile.gender,
  birth: birthPartsOf(profile.date_of_birth),
  fields: profile.fields,
});

/** The changes to save; null while gender or date of birth is missing or wrong. */
export function changesOf({ gender, birth, fields }: AboutYou, minAge: number): UserChanges | null {
  const date = birthDateOf(birth, minAge);
  if (!gender || !date) return null;
  const values = Object.entries(fields).map(([field, value]) => [field, value || null]);
  return { gender, date_of_birth: date, ...(values.length && { fields: Object.fromEntries(values) }) };
}

/** The profile fields that the setting `visible_profile_fields` names; `fields` in it stands for all of them. */
export const shownFields = <F extends { id: string }>(fields: readonly F[], visible: readonly string[]): F[] =>
  fields.filter(({ id }) => visible.includes('fields') || visible.includes(id));
