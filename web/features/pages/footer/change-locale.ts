import { updateUser } from '#contract/account';
import type { Locale } from '#contract/primitives';
import { call } from '../../../api/call.ts';
import { addTexts, i18n } from '../../../i18n/i18n.ts';
import { currentUser, signIn } from '../../../session/user.ts';

const COOKIE = 'i18n_redirected';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

let wanted: Locale | null = null;

/**
 * Loads the texts of a language, shows it when all of them are there, and stores it in the cookie and in a member's account. Of several
 * calls the last one wins. Throws if the texts or the account cannot be reached.
 */
export async function changeLocale(locale: Locale): Promise<void> {
  wanted = locale;
  await addTexts(locale, [i18n.options.ns ?? []].flat());
  if (wanted !== locale) return;
  await i18n.changeLanguage(locale);
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
  document.cookie = `${COOKIE}=${locale}; max-age=${YEAR_SECONDS}; path=/; samesite=lax`;
  if (currentUser()) signIn((await call(updateUser, { locale })).user);
}
