import type { User } from '#contract/account';

/** The badge count: unread messages and new likes (docs/product.md, "Unread counts"). */
export const badgeCount = (user: User | null): number => (user ? user.badge.unread_messages + user.badge.new_likes : 0);

/** Sets the number on the icon of the installed app; 0 removes it. */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}
