import { formatAge } from '#contract/pages/featured-member';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../i18n/use-translation.ts';

type Named = Pick<ProfileCard, 'name' | 'age' | 'age_band'>;

function useAge(): (profile: Named) => string {
  const { t } = useTranslation('cards');
  return (profile) => formatAge(profile, (open, age) => t(open, { age }));
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

/** The texts before, between and after name and age in the sentence of the language. Line feeds mark the two places. */
function useNameAgeTexts(): readonly (string | undefined)[] {
  const { t } = useTranslation('cards');
  return t('name_age', { name: '\n', age: '\n' }).split('\n');
}

/** "Marit, 31" with the name isolated by `<bdi>`, so that its writing direction does not reorder the line. */
export function NameAge({ profile }: { profile: Named }) {
  const [before, between, after] = useNameAgeTexts();
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

/** `NameAge` for narrow places: a long name is cut, the age never. */
export function TruncatedNameAge({ profile }: { profile: Named }) {
  const [before, between = '', after] = useNameAgeTexts();
  const age = useAge()(profile);
  return (
    <>
      <span className="name-truncated">
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
