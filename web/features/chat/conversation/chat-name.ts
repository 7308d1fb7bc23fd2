import { useTranslation } from 'react-i18next';
import type { ProfileCard } from '#contract/profile';

/** The other member's name, or words for a member who has left. */
export function useChatName(): (profile: ProfileCard) => string {
  const { t } = useTranslation('chat');
  return ({ is_gone, name }) => (is_gone ? t('deleted_member') : name);
}
