import { useTranslation } from '../../i18n/use-translation.ts';
import { type UserChanges, useSaveUser } from '../../session/save-user.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';

/** Saves one section and confirms it with a toast. `save` resolves to false if it failed. */
export function useSaveSection() {
  const { t } = useTranslation('profile');
  const saving = useSaveUser();
  const save = async (changes: UserChanges): Promise<boolean> => {
    const isSaved = await saving.save(changes);
    if (isSaved) showToast({ tone: 'success', title: t('saved') });
    return isSaved;
  };
  return { ...saving, save };
}
