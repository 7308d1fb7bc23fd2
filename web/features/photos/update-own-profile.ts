import type { User } from '#contract/account';
import { currentUser, signIn } from '../../session/user.ts';

/** Shows my photos as they will be, everywhere on this page. */
export function showOwn(change: (profile: User['profile']) => User['profile']): void {
  const user = currentUser();
  if (user) signIn({ ...user, profile: change(user.profile) });
}
