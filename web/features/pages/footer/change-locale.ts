import { updateUser } from '#contract/account';
import type { Locale } from '#contract/primitives';
import { call } from '../../../api/call.ts';
import { addTexts, i18n } from '../../../i18n/i18n.ts';
import { currentUser, signIn } from '../../../session/user.ts';

const COOKIE = 'i18n_redirected';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

let wanted: Locale | null = null;

/** Loads the other language, shows it once all of it is there and remembers it: in the cookie, and in the account of a member. What is chosen last holds. */
export async function changeLocale(locale: Locale): Promise<void> {
  wanted = locale;
  await addTexts(locale, [i18n.options.ns ?? []].flat());
  if (wanted !== locale) return;
  await i18n.changeLanguage(locale);
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
  document.cookie = `${COOKIE}=${locale}; max-age=${YEAR_SECONDS}; path=/; samesite=lax`;
  if (currentUser()) signIn((await call(updateUser, { locale })).user);
}
