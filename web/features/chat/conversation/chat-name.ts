import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** The other member's name, or words for a member who has left. */
export function useChatName(): (profile: ProfileCard) => string {
  const { t } = useTranslation('chat');
  return ({ is_gone, name }) => (is_gone ? t('deleted_member') : name);
}
