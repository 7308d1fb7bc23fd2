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

async function fetchTexts(locale: string, namespace: string): Promise<Record<string, unknown>> {
  const response = await fetch(`/_i18n/${locale}/${fileOf(namespace)}.json?v=${boot.build}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const refuse = (why: unknown) => {
    throw new Error(`texts ${locale}/${namespace}: ${why}`);
  };
  if (!response.ok) refuse(response.status);
  if (Number(response.headers.get('Content-Length')) > MOST_BYTES) refuse('too long');
  const body = await response.text();
  if (body.length > MOST_BYTES) refuse('too long');
  const texts = JSON.parse(body);
  return typeof texts === 'object' && texts && !Array.isArray(texts) ? texts : refuse('no texts');
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

/** Everything on screen in another language, read before it is shown; throws where a part of it cannot be had. */
export async function readTextsIn(locale: Locale): Promise<void> {
  const missing = [i18n.options.ns ?? []].flat().filter((name) => !i18n.hasResourceBundle(locale, name));
  const texts = await Promise.all(missing.map((name) => fetchTexts(locale, name)));
  for (const [i, name] of missing.entries()) i18n.addResourceBundle(locale, name, texts[i]);
}

/** The language on screen: i18next is only ever given locales of the contract. */
export const currentLocale = (): Locale => (i18n.language as Locale | undefined) ?? boot.locale;
