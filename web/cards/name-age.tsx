import { useTranslation } from 'react-i18next';
import type { ProfileCard } from '#contract/profile';

type Named = Pick<ProfileCard, 'name' | 'age' | 'age_band'>;

/** An age as it may be shown: whole years to members, a band such as "26–35" to visitors. */
function useAge(): (profile: Named) => string {
  const { t } = useTranslation('cards');
  return ({ age, age_band: band }) => {
    if (age !== null) return String(age);
    if (!band) return '';
    if (band.startsWith('-')) return t('age_up_to', { age: band.slice(1) });
    if (band.endsWith('+')) return t('age_from', { age: band.slice(0, -1) });
    return band.replace('-', '–');
  };
}

/** "Marit, 31" as plain text, for titles and labels. */
export function useNameAge(): (profile: Named) => string {
  const { t } = useTranslation('cards');
  const ageOf = useAge();
  return (profile) => {
    const age = ageOf(profile);
    return age ? t('name_age', { name: profile.name, age }) : profile.name;
  };
}

/** What stands before, between and after name and age. */
function useFrame(): readonly (string | undefined)[] {
  const { t } = useTranslation('cards');
  return t('name_age', { name: '\n', age: '\n' }).split('\n');
}

/** "Marit, 31" with the name set apart, so that its writing direction cannot turn the line round. */
export function NameAge({ profile }: { profile: Named }) {
  const [before, between, after] = useFrame();
  const age = useAge()(profile);
  if (!age) return <bdi>{profile.name}</bdi>;
  return (
    <>
      {before}
      <bdi>{profile.name}</bdi>
      {between}
      {age}
      {after}
    </>
  );
}

/** The same in little room: the name is cut where it must be, the age never. */
export function CutNameAge({ profile }: { profile: Named }) {
  const [before, between = '', after] = useFrame();
  const age = useAge()(profile);
  return (
    <>
      <span className="name-cut">
        {before}
        <bdi>{profile.name}</bdi>
        {age && between}
      </span>
      {age && (
        <span className="name-age">
          {age}
          {after}
        </span>
      )}
    </>
  );
}
