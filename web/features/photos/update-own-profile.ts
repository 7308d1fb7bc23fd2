import type { User } from '#contract/account';
import { currentUser, setSignedInUser } from '../../session/user.ts';

/** Applies a change to the signed-in member's profile everywhere on the page. Does not call the server. */
export function updateOwnProfile(change: (profile: User['profile']) => User['profile']): void {
  const user = currentUser();
  if (user) setSignedInUser({ ...user, profile: change(user.profile) });
}
