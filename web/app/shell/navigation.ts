import type { User } from '#contract/account';
import { PAGES, type PageName } from '#contract/pages/page-routes';
import type { IconName } from '../../ui/icon.tsx';

export interface Destination {
  to: string;
  icon: IconName;
  text: 'home' | 'discover' | 'likes' | 'chats' | 'notifications' | 'profile';
  pages: readonly PageName[];
  badge?: (user: User) => number;
}

const HOME: Destination = { to: '/home', icon: 'house', text: 'home', pages: ['home'] };

/** The first is where the site's mark leads. */
export type Ways = readonly [Destination, ...Destination[]];

const DESTINATIONS: Ways = [
  { to: '/members', icon: 'compass', text: 'discover', pages: ['members', 'search', 'members-memberId'] },
  { to: '/likes', icon: 'heart', text: 'likes', pages: ['likes', 'likes-type', 'likes-m-memberId'], badge: (user) => user.badge.new_likes },
  {
    to: '/chats',
    icon: 'message-circle',
    text: 'chats',
    pages: ['chats', 'chats-chatId', 'members-memberId-chat'],
    badge: (user) => user.badge.unread_messages,
  },
  { to: '/notifications', icon: 'bell', text: 'notifications', pages: ['notifications'] },
  { to: '/profile', icon: 'user-round', text: 'profile', pages: ['profile'] },
];

/** The five tabs of a phone. */
export const TABS = DESTINATIONS;
export const WITH_HOME: Ways = [HOME, ...DESTINATIONS];

/** Beside the rail only what is read or settled ends in the ways to the texts of the site, not what is scrolled on and on. */
export const endsInFoot = (page: PageName | null): boolean =>
  page !== null && /^(pages|complaints|profile|credits)$/.test(PAGES[page].texts);

/** These pages end in a bar of their own, where the tabs would be in the way. */
const WITH_OWN_BAR: readonly PageName[] = ['chats-chatId', 'members-memberId-chat', 'members-memberId', 'likes-m-memberId'];
export const hasOwnBar = (page: PageName | null): boolean => page !== null && WITH_OWN_BAR.includes(page);
