/** The path of a page, who may open it and its layout (docs/product.md, "Route table"). */
export interface Page {
  readonly path: string;
  readonly access: 'public' | 'optional' | 'member';
  readonly layout: 'default' | 'chat' | 'lander' | 'empty';
  /** The locale file the screen needs beside the core one. */
  readonly texts: string;
  /** The page draws the header, the main element and the footer of its layout itself. */
  readonly hasOwnFrame?: true;
}

/** Every page of the site. The router of the page and the Worker's answers to navigations both use it. */
export const PAGES = {
  index: { path: '/', access: 'public', layout: 'default', texts: 'landing', hasOwnFrame: true },
  home: { path: '/home', access: 'member', layout: 'default', texts: 'home' },
  login: { path: '/login', access: 'public', layout: 'default', texts: 'session', hasOwnFrame: true },
  signup: { path: '/signup', access: 'public', layout: 'default', texts: 'signup', hasOwnFrame: true },
  members: { path: '/members', access: 'member', layout: 'default', texts: 'members' },
  search: { path: '/search', access: 'member', layout: 'default', texts: 'members' },
  'members-memberId': { path: '/members/:memberId', access: 'optional', layout: 'default', texts: 'members' },
  'likes-m-memberId': { path: '/likes/m/:memberId', access: 'optional', layout: 'default', texts: 'members' },
  'members-memberId-chat': { path: '/members/:memberId/chat', access: 'public', layout: 'chat', texts: 'chat' },
  likes: { path: '/likes', access: 'member', layout: 'default', texts: 'likes' },
  'likes-type': { path: '/likes/:type', access: 'member', layout: 'default', texts: 'likes' },
  chats: { path: '/chats', access: 'member', layout: 'chat', texts: 'chat' },
  'chats-chatId': { path: '/chats/:chatId', access: 'member', layout: 'chat', texts: 'chat' },
  notifications: { path: '/notifications', access: 'member', layout: 'default', texts: 'notifications' },
  profile: { path: '/profile', access: 'member', layout: 'default', texts: 'profile' },
  'profile-settings': { path: '/profile/settings', access: 'member', layout: 'default', texts: 'profile' },
  credits: { path: '/credits', access: 'member', layout: 'default', texts: 'credits' },
  'credits-repeat-order': { path: '/credits/repeat-order', access: 'member', layout: 'default', texts: 'credits' },
  'credits-creditId': { path: '/credits/:creditId', access: 'member', layout: 'default', texts: 'credits' },
  'credits-creditId-paymentMethod': { path: '/credits/:creditId/:paymentMethod', access: 'member', layout: 'default', texts: 'credits' },
  premium: { path: '/premium', access: 'member', layout: 'default', texts: 'credits' },
  pricing: { path: '/pricing', access: 'public', layout: 'default', texts: 'credits' },
  'transactions-transactionId': { path: '/transactions/:transactionId', access: 'public', layout: 'default', texts: 'credits' },
  'activate-done': { path: '/activate/done', access: 'public', layout: 'default', texts: 'account', hasOwnFrame: true },
  'activate-error': { path: '/activate/error', access: 'public', layout: 'default', texts: 'account', hasOwnFrame: true },
  'complete-signup': { path: '/complete-signup', access: 'public', layout: 'default', texts: 'signup', hasOwnFrame: true },
  'signup-matches': { path: '/signup-matches', access: 'public', layout: 'empty', texts: 'signup' },
  'match-finder': { path: '/match-finder', access: 'public', layout: 'empty', texts: 'match-finder' },
  'members-memberId-signup': { path: '/members/:memberId/signup', access: 'public', layout: 'lander', texts: 'signup' },
  'members-memberId-landing': { path: '/members/:memberId/landing', access: 'public', layout: 'lander', texts: 'member-landing' },
  'members-memberId-landing2-slug': {
    path: '/members/:memberId/landing2/:slug',
    access: 'public',
    layout: 'empty',
    texts: 'member-landing2',
  },
  'members-memberId-landing3-slug': {
    path: '/members/:memberId/landing3/:slug',
    access: 'public',
    layout: 'empty',
    texts: 'member-landing3',
  },
  'landers-video-slug': { path: '/landers/video/:slug', access: 'public', layout: 'default', texts: 'lander-video' },
  'landers-gallery-slug': { path: '/landers/gallery/:slug', access: 'public', layout: 'default', texts: 'lander-gallery' },
  'landers-alonetonight-slug': { path: '/landers/alonetonight/:slug', access: 'public', layout: 'default', texts: 'lander-alonetonight' },
  'landers-iconslanding-slug': { path: '/landers/iconslanding/:slug', access: 'public', layout: 'default', texts: 'lander-icons' },
  'landers-collagelanding-slug': { path: '/landers/collagelanding/:slug', access: 'public', layout: 'default', texts: 'lander-collage' },
  'landers-transitionsvideolanding-slug': {
    path: '/landers/transitionsvideolanding/:slug',
    access: 'public',
    layout: 'default',
    texts: 'lander-transitions',
  },
  'landers-maplanding-slug': { path: '/landers/maplanding/:slug', access: 'public', layout: 'lander', texts: 'lander-map' },
  'landers-socialnetwork-slug': { path: '/landers/socialnetwork/:slug', access: 'public', layout: 'lander', texts: 'lander-social' },
  'reset-password': { path: '/reset-password', access: 'optional', layout: 'default', texts: 'account', hasOwnFrame: true },
  'reset-password-do': { path: '/reset-password/do', access: 'optional', layout: 'default', texts: 'account', hasOwnFrame: true },
  'mail-change-do': { path: '/mail-change/do', access: 'public', layout: 'default', texts: 'account', hasOwnFrame: true },
  'account-deleted': { path: '/account-deleted', access: 'optional', layout: 'default', texts: 'account', hasOwnFrame: true },
  'pages-ban': { path: '/pages/ban', access: 'public', layout: 'default', texts: 'pages' },
  'pages-notice': { path: '/pages/notice', access: 'public', layout: 'default', texts: 'cases' },
  'pages-decisions': { path: '/pages/decisions', access: 'public', layout: 'default', texts: 'cases' },
  'pages-terms': { path: '/pages/terms', access: 'public', layout: 'default', texts: 'pages' },
  'pages-privacy': { path: '/pages/privacy', access: 'public', layout: 'default', texts: 'pages' },
  'pages-cookies': { path: '/pages/cookies', access: 'public', layout: 'default', texts: 'pages' },
  'pages-return-policy': { path: '/pages/return-policy', access: 'public', layout: 'default', texts: 'pages' },
  'pages-faq': { path: '/pages/faq', access: 'public', layout: 'default', texts: 'pages' },
  'pages-service': { path: '/pages/service', access: 'public', layout: 'default', texts: 'pages' },
  'pages-transparency': { path: '/pages/transparency', access: 'public', layout: 'default', texts: 'transparency' },
  complaints: { path: '/complaints', access: 'public', layout: 'default', texts: 'complaints' },
  cancellation: { path: '/cancellation', access: 'public', layout: 'default', texts: 'cancellations' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;

/** The pages that consist of one text, in the order in which they are linked. */
export const TEXT_PAGES = [
  'pages-terms',
  'pages-privacy',
  'pages-cookies',
  'pages-return-policy',
  'pages-faq',
  'pages-service',
] as const satisfies readonly PageName[];
export type TextPageName = (typeof TEXT_PAGES)[number];

/**
 * The pattern of each parameter of a path. Any other value is a 404, in the Worker and in the page (docs/product.md, "Address parameters").
 */
const PARAMETERS: Record<string, RegExp> = {
  ':memberId': /^[\w-]{22}$/,
  ':chatId': /^[\w-]{22}$/,
  // A pack or a plan; the shop knows which ones exist.
  ':creditId': /^[a-z0-9-]{1,64}$/,
  ':paymentMethod': /^[a-z0-9_]{1,32}$/,
  ':transactionId': /^[\w-]{22}$/,
  // The slugs of each landing page are in `landers.ts`.
  ':slug': /^[a-z0-9-]{1,64}$/,
  ':type': /^(profiles|liked_by|matches)$/,
};

/** A path without slashes at its end; '/' stays. */
export function withoutTrailingSlash(pathname: string): string {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end -= 1;
  return pathname.slice(0, end);
}

/** The page of a path, or null if there is none. Accepts any slug; `knownPageAt` in landers.ts does not. */
export function pageAt(pathname: string): PageName | null {
  const segments = withoutTrailingSlash(pathname).split('/');
  for (const [name, page] of Object.entries(PAGES)) {
    const expected = page.path.split('/');
    const isMatch =
      expected.length === segments.length && expected.every((part, i) => PARAMETERS[part]?.test(segments[i] ?? '') ?? part === segments[i]);
    if (isMatch) return name as PageName;
  }
  return null;
}

export type LanderName = Extract<PageName, `landers-${string}` | `members-memberId-landing${string}`>;

/** Whether a page is shown inside the header, main element and footer of the default layout. */
export const isFramed = (page: PageName): boolean => PAGES[page].layout === 'default' && !('hasOwnFrame' in PAGES[page]);

/** Whether a page is a landing page of campaigns. Its title and description are in its own locale file. */
export const isLander = (page: PageName): page is LanderName => /^landers-|-landing/.test(page);
