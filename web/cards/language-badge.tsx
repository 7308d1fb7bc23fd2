import type { ProfileCard } from '#contract/profile';
import { languageName } from '../i18n/format.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** Countries with several languages, where the badge is always shown. */
const MANY_LANGUAGES: readonly string[] = ['CA', 'BE', 'CH'];

/** The language of a member who speaks another one than the page, or who lives in a country with several. */
export function LanguageBadge({ profile }: { profile: Pick<ProfileCard, 'language' | 'country'> }) {
  const { t, i18n } = useTranslation('cards');
  const { language, country } = profile;
  if (!language) return null;
  const isOther = language !== i18n.language.slice(0, 2);
  if (!isOther && !(country && MANY_LANGUAGES.includes(country))) return null;
  const words = t('speaks', { language: languageName(language) });
  return (
    <span className="tag" title={words}>
      <span aria-hidden="true">{language.toUpperCase()}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
