import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../i18n/use-translation.ts';

/** A member's name for running text, labelled if fictional: "Vera (fictional)". */
export function useNameInText(): (profile: Pick<ProfileCard, 'name' | 'is_fictional'>) => string {
  const { t } = useTranslation('cards');
  return ({ name, is_fictional: isFictional }) => (isFictional ? t('name_fictional', { name }) : name);
}
