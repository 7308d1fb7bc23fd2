import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { i18n as Library } from 'i18next';
import whole from 'i18next';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { leanTextsOf } from '../../../web/build/strip-i18next.ts';

const LOCALES = join(import.meta.dirname, '../../../web/locales');
const COUNTS = [0, 1, 2, 1_000];
const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

/** The library as the built page has it. */
async function leanLibrary(): Promise<Library> {
  const file = createRequire(import.meta.url)
    .resolve('i18next')
    .replace(/dist\/.*/, 'dist/esm/i18next.js');
  const code = readFileSync(file, 'utf8');
  const lean = leanTextsOf(code, parseAst(code));
  expect(lean.length).toBeLessThan(code.length / 2);
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(lean)}`)).default;
}

const textsOf = (locale: string): Record<string, object> =>
  Object.fromEntries(
    readdirSync(join(LOCALES, locale)).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(LOCALES, locale, file), 'utf8')),
    ]),
  );

/** Every key below this one that has a text. */
const keysIn = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) => (typeof text === 'string' ? [`${path}${key}`] : keysIn(text, `${path}${key}.`)));

function started(library: Library, lng: string): Library {
  const one = library.createInstance();
  const resources = { [lng]: textsOf(lng) };
  void one.init({
    lng,
    resources,
    fallbackLng: false,
    load: 'currentOnly',
    defaultNS: 'core',
    interpolation: { escapeValue: false },
    returnEmptyString: false,
    initAsync: false,
  });
  return one;
}

test.each(SHIPPED_LOCALES)('the page’s part of i18next says every text in %s as the whole of it does', async (locale) => {
  const [ours, theirs] = [started(await leanLibrary(), locale), started(whole, locale)];
  let said = 0;
  for (const [ns, texts] of Object.entries(textsOf(locale))) {
    for (const key of keysIn(texts).map((name) => name.replace(PLURAL_FORM, ''))) {
      const names = JSON.stringify(texts).match(/(?<=\{\{)\w+(?=\}\})/g) ?? [];
      const words = Object.fromEntries(names.map((name) => [name, `<b>$& {{${name}}} $1`]));
      for (const count of COUNTS) {
        const asked = [`${ns}:${key}`, { ...words, count }] as const;
        expect(ours.t(...asked)).toBe(theirs.t(...asked));
        said += 1;
      }
      expect(ours.getFixedT(locale, ns)(key)).toBe(theirs.getFixedT(locale, ns)(key));
      // As a sentence with parts in it asks: what it leaves open is named, and undefined.
      const open = { ...words, count: 1, lng: undefined, ns: undefined };
      expect(ours.getFixedT(locale, ns)(key, open)).toBe(theirs.getFixedT(locale, ns)(key, open));
    }
  }
  expect(said).toBeGreaterThan(1_000);
  expect(ours.t('no_such_key')).toBe(theirs.t('no_such_key'));
});
