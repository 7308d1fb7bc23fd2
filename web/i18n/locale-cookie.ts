import type { Locale } from '#contract/primitives';

const COOKIE = 'i18n_redirected';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Keeps a language as the one of this browser, in which the server answers from now on. Runs before the page changes its language, since the
 * page then asks for names in that language and keeps the answers.
 */
export function storeLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
  document.cookie = `${COOKIE}=${locale}; max-age=${YEAR_SECONDS}; path=/; samesite=lax`;
}
