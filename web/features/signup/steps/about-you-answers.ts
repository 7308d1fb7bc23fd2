import * as v from 'valibot';
import type { User } from '#contract/account';
import { Gender, Slug } from '#contract/primitives';
import type { Changes } from '../../../session/save-user.ts';
import { birthDateOf, birthPartsOf } from '../../../ui/forms/birth-date.ts';

export const AboutYou = v.object({
  gender: v.nullable(Gender),
  birth: v.object({ day: v.string(), month: v.string(), year: v.string() }),
  /** By field; an empty value takes an answer back. */
  fields: v.record(v.string(), v.union([v.literal(''), Slug])),
});
export type AboutYou = v.InferOutput<typeof AboutYou>;

export const aboutYouOf = ({ profile }: User): AboutYou => ({
  gender: profile.gender,
  birth: birthPartsOf(profile.date_of_birth),
  fields: profile.fields,
});

/** What to save; null while the gender or the date is missing or wrong. */
export function changesOf({ gender, birth, fields }: AboutYou, minAge: number): Changes | null {
  const date = birthDateOf(birth, minAge);
  if (!gender || !date) return null;
  const values = Object.entries(fields).map(([field, value]) => [field, value || null]);
  return { gender, date_of_birth: date, ...(values.length && { fields: Object.fromEntries(values) }) };
}

/** Which of the configurable fields the site shows; `fields` stands for all of them. */
export const shownFields = <F extends { id: string }>(fields: readonly F[], visible: readonly string[]): F[] =>
  fields.filter(({ id }) => visible.includes('fields') || visible.includes(id));
