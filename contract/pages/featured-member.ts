import * as v from 'valibot';
import { Id } from '../primitives.ts';
import { type Image, Profile } from '../profile.ts';
import type { PublicSettings } from '../settings.ts';

/** The initial answer of a page about a member. `profile` is null on a landing or sign-up page if no search finds the member. */
export const FeaturedMemberAnswer = v.object({ id: Id, profile: v.nullable(Profile) });
export type FeaturedMemberAnswer = v.InferOutput<typeof FeaturedMemberAnswer>;

type NameLine = Pick<Profile, 'name' | 'age' | 'age_band' | 'city' | 'country' | 'language'>;

/** The facts in the line under a member's photos. Those that the setting `visible_profile_fields` does not name are null. */
export function nameLineOf({ name, age, age_band: band, city, country, language }: NameLine, visible: readonly string[]): NameLine {
  const ifVisible = <T>(field: string, value: T) => (visible.includes(field) ? value : null);
  return {
    name,
    age: ifVisible('age', age),
    age_band: ifVisible('age', band),
    city: ifVisible('city', city),
    country: ifVisible('country', country),
    language: ifVisible('language', language),
  };
}

/**
 * An age as text: the years, or for visitors a band such as "26–35"; '' if there is neither. `translate` gives the sentence for a band with
 * an open end.
 */
export function formatAge(
  { age, age_band: band }: Pick<Profile, 'age' | 'age_band'>,
  translate: (open: 'age_up_to' | 'age_from', age: string) => string,
): string {
  if (age !== null) return String(age);
  if (!band) return '';
  if (band.startsWith('-')) return translate('age_up_to', band.slice(1));
  if (band.endsWith('+')) return translate('age_from', band.slice(0, -1));
  return band.replace('-', '–');
}

/** What a landing page shows of the member that it features. */
export interface FeaturedMember extends NameLine {
  readonly photo: Image | null;
  readonly personal: string | null;
  readonly isFictional: boolean;
}

/** The main photo or, if it shows nudity, the first photo that does not. Null if there is none. */
const photoOf = ({ main_image: main, images }: Profile): Image | null =>
  [main, ...images].find((image): image is Image => image !== null && !image.is_nude) ?? null;

/** The facts that a landing page shows of a member, without those that the settings hide. */
export const featuredMemberOf = (
  profile: Profile,
  settings: Pick<PublicSettings, 'visible_profile_fields' | 'visible_profile_notes'>,
): FeaturedMember => ({
  ...nameLineOf(profile, settings.visible_profile_fields),
  photo: photoOf(profile),
  personal: settings.visible_profile_notes.includes('personal') ? profile.personal : null,
  isFictional: profile.is_fictional,
});
