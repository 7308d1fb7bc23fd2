import { useQueryClient } from '@tanstack/react-query';
import { deleteChat } from '#contract/chat';
import { call } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { prepareFocusNeighbor } from '../../../ui/lists/focus-neighbor.ts';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import { removeChatFromCaches } from '../engine/chat-cache.ts';
import { memberChat } from '../engine/member-chat.ts';
import { isNotFound } from '../engine/send-failure.ts';

const rowOf = (conversation: string) => document.querySelector(`.chat-entry:has(a[href$="/chats/${conversation}"])`);

/**
 * Returns a function that removes a conversation from the list at once and then deletes it on the server. On a failure a toast says why and
 * the list is loaded again (docs/product.md, "Deleting a conversation"). It never rejects.
 */
export function useDeleteChat(): (conversation: string) => Promise<void> {
  const { t } = useTranslation('chat');
  const client = useQueryClient();
  const sentence = useErrorSentence();
  const user = useUser();
  return async (conversation) => {
    const focusNeighbor = prepareFocusNeighbor(rowOf(conversation));
    const { wasFetching, restoreOlder } = await removeChatFromCaches(client, conversation);
    let isStale = wasFetching;
    // The dialog, when it closes, returns the focus to the entry that is being removed.
    requestAnimationFrame(() => requestAnimationFrame(focusNeighbor));
    try {
      await call(deleteChat, { conversation: { id: conversation } }).catch((error: unknown) => {
        // It is deleted already: the answer to an earlier call was lost.
        if (!isNotFound(error)) throw error;
      });
      if (user) memberChat(user.id).forget(conversation);
    } catch (error) {
      showToast({ tone: 'danger', title: t('delete_failed'), text: sentence(error) });
      restoreOlder();
      isStale = true;
    }
    if (!isStale) return;
    for (const queryKey of [queryKeys.chats, queryKeys.user]) void client.invalidateQueries({ queryKey });
  };
}
