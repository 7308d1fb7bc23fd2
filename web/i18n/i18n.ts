import type { BackendModule } from 'i18next';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#contract/primitives';
import { boot } from '../boot/boot.ts';

/** The core goes out under this name, with the sentences of the errors in it. */
const fileOf = (namespace: string) => (namespace === 'core' ? 'messages' : namespace);

/** Thirty times our longest file: what is longer is none of ours, and nobody waits for it to be read. */
const MOST_BYTES = 1_000_000;
const PATIENCE_MS = 30_000;

/** The texts of a namespace; throws where they cannot be had or are none. */
async function fetchTexts(locale: string, namespace: string): Promise<Record<string, unknown>> {
  const response = await fetch(`/_i18n/${locale}/${fileOf(namespace)}.json?v=${boot.build}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const body = Number(response.headers.get('Content-Length')) > MOST_BYTES ? '' : await response.text();
  if (!response.ok || body.length > MOST_BYTES || !body.startsWith('{'))
    throw new Error(`texts ${locale}/${namespace}: ${response.status}`);
  return JSON.parse(body);
}

const fetched: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (locale, namespace, done) => {
    fetchTexts(locale, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => {
        console.warn(error.message);
        done(error, false);
      },
    );
  },
};

export const i18n = i18next.createInstance();

/** The texts of the first screen in the language the Worker chose; where that one cannot be had, rather another than none. */
export async function startTexts(): Promise<void> {
  await i18n
    .use(fetched)
    .use(initReactI18next)
    .init({
      lng: boot.locale,
      // Else it begins by a timer, which a tab behind others has to wait for.
      initAsync: false,
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['core'],
      defaultNS: 'core',
      interpolation: { escapeValue: false },
      returnEmptyString: false,
      backend: {},
    });
  for (const other of [boot.settings.domain_language, 'en'])
    if (!i18n.hasResourceBundle(i18n.language, 'core')) await i18n.changeLanguage(other);
}

/** Has these texts of a language here; throws where one of them cannot be had, and is asked anew the next time. */
export async function addTexts(locale: string, names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !i18n.hasResourceBundle(locale, name));
  const texts = await Promise.all(missing.map((name) => fetchTexts(locale, name)));
  for (const [i, name] of missing.entries()) i18n.addResourceBundle(locale, name, texts[i]);
}

/** Texts beyond the core, in the language on screen; throws where they cannot be had. */
export async function loadTexts(names: readonly string[]): Promise<void> {
  const locale = currentLocale();
  await addTexts(locale, names).catch((error: unknown) => {
    console.warn(error);
    throw error;
  });
  // Another language may have come meanwhile.
  if (currentLocale() !== locale) return loadTexts(names);
  // Nothing is left to fetch: every other language brings these, too, from here on.
  await i18n.loadNamespaces(names);
}

/** The language on screen: i18next is only ever given locales of the contract. */
export const currentLocale = (): Locale => (i18n.language as Locale | undefined) ?? boot.locale;
