import type { ProfileCard } from '#contract/profile';
import { countryName } from '../i18n/format.ts';

/** The nearest place a member has named, or nothing. */
export function placeOf(profile: Pick<ProfileCard, 'city' | 'country'>): string {
  return profile.city || (profile.country ? countryName(profile.country) : '');
}
