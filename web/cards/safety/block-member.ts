import type { QueryClient } from '@tanstack/react-query';
import type { Profile, ProfileCard } from '#contract/profile';
import { blockMember, unblockMember } from '#contract/safety';
import { patchAnswer } from '../../api/cache-update.ts';
import { call } from '../../api/call.ts';
import { errorSentence } from '../../api/error-text.ts';
import { keys } from '../../api/query-keys.ts';
import { i18n } from '../../i18n/i18n.ts';
import { refreshUser } from '../../session/user.ts';
import { showToast } from '../../ui/toasts/toast.tsx';
import { sayBlocked } from './block-state.ts';
import { takeOut } from './optimistic-removal.ts';

type Named = Pick<ProfileCard, 'id' | 'name'>;

function note(client: QueryClient, id: string, isBlocked: boolean): void {
  sayBlocked(id, isBlocked);
  patchAnswer<Profile>(client, keys.profile(id), (profile) => ({ ...profile, blocked: isBlocked }));
  void client.invalidateQueries({ queryKey: keys.blocked });
  refreshUser().catch((error: unknown) => console.warn(error));
}

/** Blocks a member, who then is in no list of this page any more; throws when the server refuses. What it gives back undoes it on screen. */
export async function block(client: QueryClient, { id }: Pick<ProfileCard, 'id'>): Promise<() => void> {
  await call(blockMember, { profile: id });
  const putBack = takeOut(client, id, 'everywhere');
  note(client, id, true);
  return putBack;
}

/** Takes a block back; `putBack` brings at once what it took from the screen, the rest comes from the server. Throws when that refuses. */
export async function liftBlock(client: QueryClient, { id }: Pick<ProfileCard, 'id'>, putBack?: () => void): Promise<void> {
  await call(unblockMember, { profile: id });
  putBack?.();
  note(client, id, false);
  void client.invalidateQueries({ queryKey: keys.searches, refetchType: 'none' });
  await Promise.all([keys.chats, keys.likes, keys.profile(id)].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The same where only a toast can say how it went. */
export async function unblock(client: QueryClient, profile: Named, putBack?: () => void): Promise<void> {
  const { name } = profile;
  try {
    await liftBlock(client, profile, putBack);
    showToast({ tone: 'success', title: i18n.t('unblocked', { ns: 'safety', name }), text: i18n.t('unblocked_text', { ns: 'safety' }) });
  } catch (error) {
    showToast({ tone: 'danger', title: i18n.t('unblock_failed', { ns: 'safety', name }), text: errorSentence(error) });
  }
}

/** Says that a member is blocked, with the way back. */
export function tellBlocked(client: QueryClient, profile: Named, putBack: () => void, takesFocus: boolean): void {
  const { name } = profile;
  showToast({
    tone: 'success',
    title: i18n.t('blocked', { ns: 'safety', name }),
    text: i18n.t('blocked_text', { ns: 'safety' }),
    action: { label: i18n.t('undo', { ns: 'safety' }), act: () => void unblock(client, profile, putBack), takesFocus },
  });
}
