import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** Returns a function for the name of the other member, or the text for a member who has left. */
export function useChatName(): (profile: ProfileCard) => string {
  const { t } = useTranslation('chat');
  return ({ is_gone, name }) => (is_gone ? t('deleted_member') : name);
}
