import { type Locale, SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import { recordDatabase } from '../offline/database.ts';
import { get, set } from '../offline/key-value.ts';

const KEY = 'locale';

const shippedLocaleOf = (wanted: unknown): ShippedLocale | undefined => SHIPPED_LOCALES.find((locale) => locale === wanted);

/** Stores the language on screen where the service worker can read it. A failure is only logged. */
export const storeLocale = (locale: Locale): Promise<void> =>
  set(KEY, locale, recordDatabase().bounded).catch((error: unknown) => console.warn(error));

/** The language that was last on screen; if none is stored, the browser's first language that the site has. */
export async function storedLocale(): Promise<ShippedLocale> {
  const stored = shippedLocaleOf(await get<unknown>(KEY, recordDatabase().bounded).catch(() => undefined));
  return stored ?? navigator.languages.flatMap((tag) => shippedLocaleOf(tag.slice(0, 2)) ?? [])[0] ?? SHIPPED_LOCALES[0];
}
