import type { User } from '#contract/account';
import { PAGES, type PageName } from '#contract/pages/page-routes';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import type { IconName } from '../../ui/icon.tsx';

/** A destination of the navigation: `text` is its key in the texts, `pages` are the pages on which it is marked as current. */
export interface Destination {
  to: string;
  icon: IconName;
  text: 'home' | 'discover' | 'likes' | 'chats' | 'notifications' | 'profile';
  pages: readonly PageName[];
  badge?: (user: User) => number;
}

const HOME: Destination = { to: '/home', icon: 'house', text: 'home', pages: ['home'] };

/** The first one is where the logo leads. */
export type Destinations = readonly [Destination, ...Destination[]];

const DESTINATIONS: Destinations = [
  { to: '/members', icon: 'compass', text: 'discover', pages: ['members', 'search', 'members-memberId'] },
  {
    to: '/likes',
    icon: 'heart',
    text: 'likes',
    pages: ['likes', 'likes-type', 'likes-m-memberId'],
    badge: (user) => user.badge.new_likes,
  },
  {
    to: '/chats',
    icon: 'message-circle',
    text: 'chats',
    pages: ['chats', 'chats-chatId', 'members-memberId-chat'],
    badge: (user) => user.badge.unread_messages,
  },
  {
    to: '/notifications',
    icon: 'bell',
    text: 'notifications',
    pages: ['notifications'],
    badge: (user) => user.badge.unseen_notifications,
  },
  { to: '/profile', icon: 'user-round', text: 'profile', pages: ['profile', 'profile-settings'] },
];

/** The five tabs of a phone. */
export const TABS = DESTINATIONS;
const DESTINATIONS_WITH_HOME: Destinations = [HOME, ...DESTINATIONS];

/** The destinations of the navigation, with Home if the template has it. */
export const useDestinations = (): Destinations => (useFeatureFlag('ui', 'homePathInUserActions') ? DESTINATIONS_WITH_HOME : TABS);

/** Whether a page with the rail has a footer: text pages, complaints, cancellation, profile and credits, but not endless lists. */
export const hasFooterBesideRail = (page: PageName | null): boolean =>
  page !== null && /^(pages|complaints|cancellations|cases|profile|credits)$/.test(PAGES[page].texts);

/** Pages with a bar of their own at the bottom, which have no tabs. */
const WITH_OWN_BAR: readonly PageName[] = ['chats-chatId', 'members-memberId-chat', 'members-memberId', 'likes-m-memberId'];
export const hasOwnBar = (page: PageName | null): boolean => page !== null && WITH_OWN_BAR.includes(page);
