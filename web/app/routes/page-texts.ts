import { isFramed, isLander, PAGES, type PageName } from '#contract/pages/page-routes';

/** Pages that are put together from other features say their words, too. */
const ALSO: Partial<Record<PageName, readonly string[]>> = { profile: ['account'], 'signup-matches': ['cards'] };

/** The locale files a page needs beside the core. Member cards stand on nearly every page behind the login. */
export function textsOf(name: PageName): string[] {
  const { layout, texts } = PAGES[name];
  if (isLander(name)) return [texts, 'signup', ...(PAGES[name].path.startsWith('/members/') ? ['cards'] : [])];
  return [texts, ...(ALSO[name] ?? []), ...(layout === 'chat' || layout === 'lander' || isFramed(name) ? ['cards'] : [])];
}
