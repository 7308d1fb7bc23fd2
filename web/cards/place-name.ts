import type { ProfileCard } from '#contract/profile';
import { countryName } from '../i18n/format.ts';

/** A member's city, else the name of the country, else the empty text. */
export function placeOf(profile: Pick<ProfileCard, 'city' | 'country'>): string {
  return profile.city || (profile.country ? countryName(profile.country) : '');
}
