import type { BackendModule } from 'i18next';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Locale } from '#contract/primitives';
import { boot } from '../session/boot.ts';

/** The core goes out under this name, with the sentences of the errors in it. */
const fileOf = (namespace: string) => (namespace === 'core' ? 'messages' : namespace);

/** Thirty times our longest file: what is longer is none of ours, and nobody waits for it to be read. */
const MOST_BYTES = 1_000_000;
const PATIENCE_MS = 30_000;

/** The texts of a namespace; throws where they cannot be had or are none. */
export async function fetchTexts(locale: string, namespace: string): Promise<Record<string, unknown>> {
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

/** The texts of the first screen in the language the Worker chose. */
export async function startTexts(): Promise<void> {
  await i18n
    .use(fetched)
    .use(initReactI18next)
    .init({
      lng: boot.locale,
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['core'],
      defaultNS: 'core',
      interpolation: { escapeValue: false },
      returnEmptyString: false,
      backend: {},
    });
}

/** Texts beyond the core, in the language on screen; throws where they cannot be had. */
export async function loadTexts(names: readonly string[]): Promise<void> {
  await i18n.loadNamespaces(names);
  const missing = names.find((name) => !i18n.hasLoadedNamespace(name));
  if (missing) throw new Error(`texts of ${missing}`);
}

/** The language on screen: i18next is only ever given locales of the contract. */
export const currentLocale = (): Locale => (i18n.language as Locale | undefined) ?? boot.locale;
