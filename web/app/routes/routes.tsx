import { isLander, type LanderName, type PageName } from '#contract/pages/page-routes';
import { loadTexts } from '../../i18n/i18n.ts';
import { reloadOnce } from '../../platform/reload-once.ts';
import type { ScreenModule } from './lander-screens.ts';
import { textsOf } from './page-texts.ts';

/**
 * The screen of each page, each a chunk of its own; the addresses are in PAGES of the contract, campaign screens in `lander-screens.ts`.
 */
const SCREENS: Record<Exclude<PageName, LanderName>, () => Promise<ScreenModule>> = {
  index: () => import('../../features/pages/landing/landing-screen.tsx'),
  home: () => import('../../features/home/home-screen.tsx'),
  login: () => import('../../features/session/login/login-screen.tsx'),
  signup: () => import('../../features/signup/signup-screen.tsx'),
  members: () => import('../../features/members/search/search-screen.tsx'),
  search: () => import('../../features/members/search/search-screen.tsx'),
  'members-memberId': () => import('../../features/members/profile/member-screen.tsx'),
  'likes-m-memberId': () => import('../../features/members/profile/member-screen.tsx'),
  'members-memberId-chat': () => import('../../features/chat/start-conversation-screen.tsx'),
  likes: () => import('../../features/likes/likes-screen.tsx'),
  'likes-type': () => import('../../features/likes/likes-screen.tsx'),
  chats: () => import('../../features/chat/chat-list-screen.tsx'),
  'chats-chatId': () => import('../../features/chat/thread-screen.tsx'),
  notifications: () => import('../../features/notifications/notifications-screen.tsx'),
  profile: () => import('../../features/profile/profile-screen.tsx'),
  'profile-settings': () => import('../../features/profile/settings-screen.tsx'),
  credits: () => import('../../features/credits/shop/credits-screen.tsx'),
  'credits-repeat-order': () => import('../../features/credits/checkout/repeat-order-screen.tsx'),
  'credits-creditId': () => import('../../features/credits/checkout/checkout-screen.tsx'),
  'credits-creditId-paymentMethod': () => import('../../features/credits/checkout/checkout-screen.tsx'),
  premium: () => import('../../features/credits/premium/premium-screen.tsx'),
  pricing: () => import('../../features/credits/shop/pricing-screen.tsx'),
  'transactions-transactionId': () => import('../../features/credits/transactions/transaction-screen.tsx'),
  'activate-done': () => import('../../features/account/activation/activate-done-screen.tsx'),
  'activate-error': () => import('../../features/account/activation/activate-error-screen.tsx'),
  'complete-signup': () => import('../../features/signup/complete-signup-screen.tsx'),
  'signup-matches': () => import('../../features/signup/matches/signup-matches-screen.tsx'),
  'match-finder': () => import('../../features/members/match-finder/match-finder-screen.tsx'),
  'members-memberId-signup': () => import('../../features/signup/signup-screen.tsx'),
  'reset-password': () => import('../../features/session/password/reset-password-screen.tsx'),
  'reset-password-do': () => import('../../features/session/password/reset-password-do-screen.tsx'),
  'mail-change-do': () => import('../../features/account/email-change/email-change-screen.tsx'),
  'account-deleted': () => import('../../features/account/deletion/account-deleted-screen.tsx'),
  'pages-notice': () => import('../../features/cases/notice-screen.tsx'),
  'pages-decisions': () => import('../../features/cases/decisions-screen.tsx'),
  'pages-ban': () => import('../../features/pages/ban/ban-screen.tsx'),
  'pages-terms': () => import('../../features/pages/texts/text-screen.tsx'),
  'pages-privacy': () => import('../../features/pages/texts/text-screen.tsx'),
  'pages-cookies': () => import('../../features/pages/texts/text-screen.tsx'),
  'pages-return-policy': () => import('../../features/pages/texts/text-screen.tsx'),
  'pages-faq': () => import('../../features/pages/texts/text-screen.tsx'),
  'pages-service': () => import('../../features/pages/texts/text-screen.tsx'),
  'pages-transparency': () => import('../../features/transparency/transparency-screen.tsx'),
  cancellation: () => import('../../features/cancellations/cancellation-screen.tsx'),
  complaints: () => import('../../features/complaints/complaints-screen.tsx'),
};

const loadSource = async (name: PageName): Promise<ScreenModule> =>
  isLander(name) ? (await import('./lander-screens.ts')).LANDER_SCREENS[name]() : SCREENS[name]();

/** Loads a screen's module. If it is missing after a release, reloads the page and never resolves; throws if it may not reload. */
async function loadChunk(name: PageName): Promise<ScreenModule> {
  try {
    return await loadSource(name);
  } catch (error) {
    if (reloadOnce()) return new Promise(() => undefined);
    throw error;
  }
}

const loading = new Map<PageName, Promise<ScreenModule>>();
const loaded = new Map<PageName, ScreenModule>();

/** A screen whose code and texts have been loaded; else undefined. */
export const loadedScreen = (name: PageName): ScreenModule | undefined => loaded.get(name);

async function withTexts(name: PageName, source: Promise<ScreenModule>): Promise<ScreenModule> {
  const [screen] = await Promise.all([source, loadTexts(textsOf(name))]);
  loaded.set(name, screen);
  return screen;
}

/**
 * How long a failed load is remembered, in milliseconds: React asks again at once, and must get the error instead of a new load each time.
 */
const FAILURE_MEMORY_MS = 2000;

/** Loads code and texts of a screen, once. A failure is forgotten after 2 seconds, so that a later retry loads again. */
export function loadScreen(name: PageName): Promise<ScreenModule> {
  const inProgress = loading.get(name);
  if (inProgress) return inProgress;
  const load = withTexts(name, loadChunk(name));
  loading.set(name, load);
  load.catch(() => setTimeout(() => loading.delete(name), FAILURE_MEMORY_MS));
  return load;
}

/** `loadScreen` ahead of time: a failure does not reload the page, in which the member may be typing, and is not remembered. */
export const preloadScreen = (name: PageName): Promise<ScreenModule> => loading.get(name) ?? withTexts(name, loadSource(name));
