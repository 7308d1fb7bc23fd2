import type { Profile } from '#contract/profile';

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
