import type { Locale } from '#contract/primitives';
import { ensureTexts, i18n } from '../../../i18n/i18n.ts';
import { storeLocale } from '../../../i18n/locale-cookie.ts';
import { saveUser } from '../../../session/save-user.ts';
import { currentUser } from '../../../session/user.ts';

let latestLocale: Locale | null = null;

/**
 * Loads the texts of a language, shows it when all of them are there, and stores it in the cookie and in a member's account. Of several
 * calls the last one wins. Throws if the texts or the account cannot be reached.
 */
export async function changeLocale(locale: Locale): Promise<void> {
  latestLocale = locale;
  await ensureTexts(locale, [i18n.options.ns ?? []].flat());
  if (latestLocale !== locale) return;
  storeLocale(locale);
  await i18n.changeLanguage(locale);
  if (currentUser()) await saveUser({ locale });
}
