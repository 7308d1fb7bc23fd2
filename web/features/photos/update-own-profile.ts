import type { User } from '#contract/account';
import { currentUser, updateSignedInUser } from '../../session/user.ts';

/** Applies a change to the signed-in member's profile everywhere on the page. Does not call the server. */
export function updateOwnProfile(change: (profile: User['profile']) => User['profile']): void {
  const user = currentUser();
  if (user) updateSignedInUser({ ...user, profile: change(user.profile) });
}
