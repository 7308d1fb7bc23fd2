import type { PageName } from '#contract/pages';
import { PAGES } from '#contract/pages';

/** The locale files a page needs beside the core. Member cards stand on nearly every page behind the login, and where the sign-up ends. */
export const textsOf = (name: PageName): string[] =>
  PAGES[name].layout === 'empty' && name !== 'signup-matches' ? [PAGES[name].texts] : [PAGES[name].texts, 'cards'];
