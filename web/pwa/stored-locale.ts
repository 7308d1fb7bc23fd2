import { type Locale, SHIPPED_LOCALES, type ShippedLocale } from '#contract/primitives';
import { records } from '../offline/database.ts';
import { get, set } from '../offline/key-value.ts';

const KEY = 'locale';

const shipped = (wanted: unknown): ShippedLocale | undefined => SHIPPED_LOCALES.find((locale) => locale === wanted);

/** Notes the language of this browser where the service worker can read it. */
export const keepLocale = (locale: Locale): Promise<void> =>
  set(KEY, locale, records().bounded).catch((error: unknown) => console.warn(error));

/** The language that was on screen last; before any was, the first of the browser's that we speak. */
export async function keptLocale(): Promise<ShippedLocale> {
  const kept = shipped(await get<unknown>(KEY, records().bounded).catch(() => undefined));
  return kept ?? navigator.languages.flatMap((tag) => shipped(tag.slice(0, 2)) ?? [])[0] ?? SHIPPED_LOCALES[0];
}
