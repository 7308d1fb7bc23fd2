import type { BackendModule } from 'i18next';
import i18next from 'i18next';
import type { Locale } from '#contract/primitives';
import { boot } from '../boot/boot.ts';

/** The file of a namespace: `core` is served as `messages`, together with the error sentences. */
const fileOf = (namespace: string) => (namespace === 'core' ? 'messages' : namespace);

/** Thirty times the longest locale file: anything longer is not one, and is not read. */
const MAX_BYTES = 1_000_000;
const FETCH_TIMEOUT_MS = 30_000;

/** Fetches the texts of a namespace. Throws if they cannot be loaded, or if the answer is no locale file. */
async function fetchTexts(locale: string, namespace: string): Promise<Record<string, unknown>> {
  const response = await fetch(`/_i18n/${locale}/${fileOf(namespace)}.json?v=${boot.build}`, {
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  const body = Number(response.headers.get('Content-Length')) > MAX_BYTES ? '' : await response.text();
  if (!response.ok || body.length > MAX_BYTES || !body.startsWith('{')) throw new Error(`texts ${locale}/${namespace}: ${response.status}`);
  return JSON.parse(body);
}

const textsBackend: BackendModule = {
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

/** Loads the core texts in the language that the Worker chose; if that fails, in the site's language, else in English. */
export async function initTexts(): Promise<void> {
  await i18n.use(textsBackend).init({
    lng: boot.locale,
    // Otherwise i18next starts by a timer, which is throttled in a background tab.
    initAsync: false,
    fallbackLng: false,
    load: 'currentOnly',
    ns: ['core'],
    defaultNS: 'core',
    interpolation: { escapeValue: false },
    returnEmptyString: false,
    backend: {},
  });
  for (const fallback of [boot.settings.domain_language, 'en'])
    if (!i18n.hasResourceBundle(i18n.language, 'core')) await i18n.changeLanguage(fallback);
}

/** Loads the namespaces of a language that are not loaded yet. Throws if one cannot be loaded; the next call tries again. */
export async function ensureTexts(locale: string, names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !i18n.hasResourceBundle(locale, name));
  const texts = await Promise.all(missing.map((name) => fetchTexts(locale, name)));
  for (const [i, name] of missing.entries()) i18n.addResourceBundle(locale, name, texts[i]);
}

/** Loads namespaces in the language on screen. Throws if they cannot be loaded. */
export async function loadTexts(names: readonly string[]): Promise<void> {
  const locale = currentLocale();
  await ensureTexts(locale, names).catch((error: unknown) => {
    console.warn(error);
    throw error;
  });
  // The language may have changed meanwhile.
  if (currentLocale() !== locale) return loadTexts(names);
  // Fetches nothing, but makes i18next load these namespaces with every later language.
  await i18n.loadNamespaces(names);
}

/** The language on screen. The cast holds because i18next is only given locales of the contract. */
export const currentLocale = (): Locale => (i18n.language as Locale | undefined) ?? boot.locale;
