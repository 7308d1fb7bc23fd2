import * as v from 'valibot';
import { Id } from '../primitives.ts';
import { type Image, Profile } from '../profile.ts';
import type { PublicSettings } from '../settings.ts';

/** What a page about a member brings along of them; null where it leads with them and they are not to be shown there. */
export const LeadAnswer = v.object({ id: Id, profile: v.nullable(Profile) });
export type LeadAnswer = v.InferOutput<typeof LeadAnswer>;

type NameLine = Pick<Profile, 'name' | 'age' | 'age_band' | 'city' | 'country' | 'language'>;

/** What the line under a member's photos tells: whatever the operator leaves out of `visible_profile_fields` counts as not said. */
export function nameLineOf({ name, age, age_band: band, city, country, language }: NameLine, visible: readonly string[]): NameLine {
  const shown = <T>(field: string, value: T) => (visible.includes(field) ? value : null);
  return {
    name,
    age: shown('age', age),
    age_band: shown('age', band),
    city: shown('city', city),
    country: shown('country', country),
    language: shown('language', language),
  };
}

/** An age as it may be shown: whole years to members, a band such as "26–35" to visitors; an open band in the words given for it. Empty: not said. */
export function ageSaid(
  { age, age_band: band }: Pick<Profile, 'age' | 'age_band'>,
  say: (open: 'age_up_to' | 'age_from', age: string) => string,
): string {
  if (age !== null) return String(age);
  if (!band) return '';
  if (band.startsWith('-')) return say('age_up_to', band.slice(1));
  if (band.endsWith('+')) return say('age_from', band.slice(0, -1));
  return band.replace('-', '–');
}

/** What a page that leads with a member tells of them. */
export interface Lead extends NameLine {
  readonly photo: Image | null;
  readonly words: string | null;
  readonly isFictional: boolean;
}

/** Nobody has asked for nudity here: the first photo without it stands for them. */
const photoOf = ({ main_image: main, images }: Profile): Image | null =>
  [main, ...images].find((image): image is Image => image !== null && !image.is_nude) ?? null;

/** A member as their page shows them on this site. */
export const leadOf = (profile: Profile, settings: Pick<PublicSettings, 'visible_profile_fields' | 'visible_profile_notes'>): Lead => ({
  ...nameLineOf(profile, settings.visible_profile_fields),
  photo: photoOf(profile),
  words: settings.visible_profile_notes.includes('personal') ? profile.personal : null,
  isFictional: profile.is_fictional,
});
