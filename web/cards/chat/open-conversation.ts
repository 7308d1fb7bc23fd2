import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/user.ts';
import { usePressNavigate } from '../../ui/navigation/screen-navigate.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import type { DraftQuote } from '../quotes/draft-quotes.ts';

/**
 * Opens the conversation with a member and goes to it, with what the next message is to quote. A failure shows a toast and resolves to false.
 */
export function useOpenConversation(profileId: string) {
  const { t } = useTranslation('cards');
  const user = useUser();
  const startNavigation = usePressNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const start = async (about: DraftQuote | null = null): Promise<boolean> => {
    setIsBusy(true);
    const navigate = startNavigation();
    try {
      const { requestConversation } = await import('./request-conversation.ts');
      const id = await requestConversation(user?.id, profileId, about);
      await navigate(`/chats/${id}`);
      return true;
    } catch {
      showToast({ tone: 'danger', title: t('chat_failed_title'), text: t('chat_failed') });
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, start };
}
