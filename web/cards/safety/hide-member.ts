import type { QueryClient } from '@tanstack/react-query';
import type { ProfileCard } from '#contract/profile';
import { hideMember, unhideMember } from '#contract/safety';
import { call } from '../../api/call.ts';
import { errorSentence } from '../../api/error-text.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { i18n } from '../../i18n/i18n.ts';
import { isKeyboardFocus, prepareFocusNeighbor } from '../../ui/lists/focus-neighbor.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { removeOptimistically } from './optimistic-removal.ts';

type Named = Pick<ProfileCard, 'id' | 'name'>;

/** Lets searches show a member again. Lists on screen change when they are next fetched. Throws `CallError`. */
export async function unhide(client: QueryClient, id: string): Promise<void> {
  await call(unhideMember, { profile: id });
  void client.invalidateQueries({ queryKey: queryKeys.searches, refetchType: 'none' });
  void client.invalidateQueries({ queryKey: queryKeys.hidden });
}

/**
 * Hides a member: removes them from all searches at once and shows a toast with an undo. If the server refuses, restores them and shows an
 * error. `item` is the list item of their card; the focus moves on from it.
 */
export function hideWithUndo(client: QueryClient, { id, name }: Named, item: Element | null): void {
  const takesFocus = item !== null && isKeyboardFocus();
  if (item) prepareFocusNeighbor(item)();
  const restores = [removeOptimistically(client, id, 'searches')];
  const restoreAll = () => {
    for (const restore of restores.splice(0)) restore();
  };
  const showError = (title: string, error: unknown) => showToast({ tone: 'danger', title, text: errorSentence(error) });
  const sent = call(hideMember, { profile: id });
  let isUndone = false;
  const undo = async () => {
    isUndone = true;
    restoreAll();
    try {
      await sent;
    } catch {
      // The member was not hidden; the error has been shown already.
      return;
    }
    await unhide(client, id).catch((error: unknown) => {
      removeOptimistically(client, id, 'searches');
      showError(i18n.t('unhide_failed', { ns: 'safety', name }), error);
    });
  };
  const dismiss = showToast({
    tone: 'success',
    title: i18n.t('hidden', { ns: 'safety', name }),
    text: i18n.t('hidden_text', { ns: 'safety', name }),
    action: { label: i18n.t('undo', { ns: 'safety' }), act: () => void undo(), takesFocus },
  });
  sent.then(
    () => {
      // A page of a search that was being fetched may contain them again.
      if (!isUndone) restores.push(removeOptimistically(client, id, 'searches'));
      void client.invalidateQueries({ queryKey: queryKeys.hidden });
    },
    (error: unknown) => {
      dismiss();
      restoreAll();
      showError(i18n.t('hide_failed', { ns: 'safety', name }), error);
    },
  );
}
