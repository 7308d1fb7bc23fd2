import type { QueryClient } from '@tanstack/react-query';
import type { ProfileCard } from '#contract/profile';
import { hideMember, unhideMember } from '#contract/safety';
import { call } from '../../api/call.ts';
import { errorSentence } from '../../api/error-text.ts';
import { keys } from '../../api/query-keys.ts';
import { i18n } from '../../i18n/i18n.ts';
import { isByKeyboard, placeBeside } from '../../ui/lists/focus-neighbor.ts';
import { showToast } from '../../ui/toasts/toast.tsx';
import { takeOut } from './optimistic-removal.ts';

type Named = Pick<ProfileCard, 'id' | 'name'>;

/** Shows a member in searches again; the lists on screen keep their order until they are next read. */
export async function unhide(client: QueryClient, id: string): Promise<void> {
  await call(unhideMember, { profile: id });
  void client.invalidateQueries({ queryKey: keys.searches, refetchType: 'none' });
  void client.invalidateQueries({ queryKey: keys.hidden });
}

/** Takes a member out of all searches at once, with a way back; a refusal puts them back with a word. */
export function hide(client: QueryClient, { id, name }: Named, item: Element | null): void {
  const takesFocus = item !== null && isByKeyboard();
  if (item) placeBeside(item)();
  const backs = [takeOut(client, id, 'searches')];
  const putBack = () => {
    for (const back of backs.splice(0)) back();
  };
  const refuse = (title: string, error: unknown) => showToast({ tone: 'danger', title, text: errorSentence(error) });
  const sent = call(hideMember, { profile: id });
  let isUndone = false;
  const undo = async () => {
    isUndone = true;
    putBack();
    try {
      await sent;
    } catch {
      // It never was hidden, which has been said.
      return;
    }
    await unhide(client, id).catch((error: unknown) => {
      takeOut(client, id, 'searches');
      refuse(i18n.t('unhide_failed', { ns: 'safety', name }), error);
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
      // A page that was on its way may have brought them back.
      if (!isUndone) backs.push(takeOut(client, id, 'searches'));
      void client.invalidateQueries({ queryKey: keys.hidden });
    },
    (error: unknown) => {
      dismiss();
      putBack();
      refuse(i18n.t('hide_failed', { ns: 'safety', name }), error);
    },
  );
}
