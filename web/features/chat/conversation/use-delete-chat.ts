import { useQueryClient } from '@tanstack/react-query';
import { deleteChat } from '#contract/chat';
import { call } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { keys } from '../../../api/query-keys.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { placeBeside } from '../../../ui/lists/focus-neighbor.ts';
import { showToast } from '../../../ui/toasts/toast.tsx';
import { type OlderChats, olderChatsKey, removeChat } from '../engine/chat-cache.ts';
import { memberChat } from '../engine/member-chat.ts';
import { isGone } from '../engine/send-failure.ts';

const rowOf = (conversation: string) => document.querySelector(`.chat-entry:has(a[href$="/chats/${conversation}"])`);

/**
 * Deletes a conversation: it leaves the list at once, and then the server is told. A refusal is shown and the list is loaded again
 * (docs/product.md, "Deleting a conversation").
 */
export function useDeleteChat(): (conversation: string) => Promise<void> {
  const { t } = useTranslation('chat');
  const client = useQueryClient();
  const sentence = useErrorSentence();
  const user = useUser();
  return async (conversation) => {
    const goOn = placeBeside(rowOf(conversation));
    const older = client.getQueryData<OlderChats>(olderChatsKey);
    let isBehind = await removeChat(client, conversation);
    // The question, as it closes, gives the focus to what is leaving.
    requestAnimationFrame(() => requestAnimationFrame(goOn));
    try {
      await call(deleteChat, { conversation: { id: conversation } }).catch((error: unknown) => {
        // Deleted already: the answer to an earlier call was lost.
        if (!isGone(error)) throw error;
      });
      if (user) memberChat(user.id).forget(conversation);
    } catch (error) {
      showToast({ tone: 'danger', title: t('delete_failed'), text: sentence(error) });
      client.setQueryData(olderChatsKey, older);
      isBehind = true;
    }
    if (!isBehind) return;
    for (const queryKey of [keys.chats, keys.user]) void client.invalidateQueries({ queryKey });
  };
}
