import type { QueryClient } from '@tanstack/react-query';
import type { Profile, ProfileCard } from '#contract/profile';
import { blockMember, unblockMember } from '#contract/safety';
import { updateCachedAnswer } from '../../api/cache-update.ts';
import { call } from '../../api/call.ts';
import { errorSentence } from '../../api/error-text.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { i18n } from '../../i18n/i18n.ts';
import { refreshUser } from '../../session/user.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { recordBlocked } from './block-state.ts';
import { removeOptimistically } from './optimistic-removal.ts';

type Named = Pick<ProfileCard, 'id' | 'name'>;

/** Updates what the page knows of a block: its own record, the profile, the list of blocks and the user. */
function updateBlockState(client: QueryClient, id: string, isBlocked: boolean): void {
  recordBlocked(id, isBlocked);
  updateCachedAnswer<Profile>(client, queryKeys.profile(id), (profile) => ({ ...profile, blocked: isBlocked }));
  void client.invalidateQueries({ queryKey: queryKeys.blocked });
  refreshUser().catch((error: unknown) => console.warn(error));
}

/** Blocks a member and removes them from all lists of this page. Resolves to a function that restores the lists; throws `CallError`. */
export async function block(client: QueryClient, { id }: Pick<ProfileCard, 'id'>): Promise<() => void> {
  await call(blockMember, { profile: id });
  const restore = removeOptimistically(client, id, 'everywhere');
  updateBlockState(client, id, true);
  return restore;
}

/** Lifts a block. `restore` puts the removed list entries back at once; then the lists are fetched again. Throws `CallError`. */
export async function liftBlock(client: QueryClient, { id }: Pick<ProfileCard, 'id'>, restore?: () => void): Promise<void> {
  await call(unblockMember, { profile: id });
  restore?.();
  updateBlockState(client, id, false);
  void client.invalidateQueries({ queryKey: queryKeys.searches, refetchType: 'none' });
  await Promise.all([queryKeys.chats, queryKeys.likes, queryKeys.profile(id)].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Lifts a block and reports success or failure by a toast; never throws. */
export async function liftBlockWithToast(client: QueryClient, profile: Named, restore?: () => void): Promise<void> {
  const { name } = profile;
  try {
    await liftBlock(client, profile, restore);
    showToast({ tone: 'success', title: i18n.t('unblocked', { ns: 'safety', name }), text: i18n.t('unblocked_text', { ns: 'safety' }) });
  } catch (error) {
    showToast({ tone: 'danger', title: i18n.t('unblock_failed', { ns: 'safety', name }), text: errorSentence(error) });
  }
}

/** Shows a toast that a member is blocked, with an undo that also calls `restore`. */
export function showBlockedToast(client: QueryClient, profile: Named, restore: () => void, takesFocus: boolean): void {
  const { name } = profile;
  showToast({
    tone: 'success',
    title: i18n.t('blocked', { ns: 'safety', name }),
    text: i18n.t('blocked_text', { ns: 'safety' }),
    action: { label: i18n.t('undo', { ns: 'safety' }), act: () => void liftBlockWithToast(client, profile, restore), takesFocus },
  });
}
