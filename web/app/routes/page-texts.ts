import { isFramed, isLander, PAGES, type PageName } from '#contract/pages/page-routes';

/** Further locale files of pages that combine several features. */
const FURTHER_TEXTS: Partial<Record<PageName, readonly string[]>> = {
  profile: ['photos', 'consent'],
  'profile-settings': ['account', 'consent'],
  signup: ['consent'],
  'complete-signup': ['consent'],
  'members-memberId-signup': ['consent'],
  'signup-matches': ['cards'],
  // The names of laws.
  'pages-transparency': ['cases'],
};

/** The locale files a page needs beside the core. Nearly every member page shows member cards. */
export function textsOf(name: PageName): string[] {
  const { layout, texts } = PAGES[name];
  if (isLander(name)) return [texts, 'signup', ...(PAGES[name].path.startsWith('/members/') ? ['cards'] : [])];
  return [texts, ...(FURTHER_TEXTS[name] ?? []), ...(layout === 'chat' || layout === 'lander' || isFramed(name) ? ['cards'] : [])];
}
