import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { inProject } from '../../../scripts/lib/paths.ts';

/** The sentences of one file by their full key, such as `fields.required`. */
export type Texts = ReadonlyMap<string, string>;

function flatten(value: unknown, prefix: string, into: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') return into.set(prefix, value);
  if (typeof value !== 'object' || value === null) throw new Error(`${prefix} is not a sentence`);
  for (const [key, inner] of Object.entries(value)) flatten(inner, prefix ? `${prefix}.${key}` : key, into);
  return into;
}

/** Every sentence of a translation file. */
export function textsOf(path: string): Texts {
  return flatten(JSON.parse(readFileSync(inProject(path), 'utf8')), '', new Map());
}

const filesMatching = (pattern: string) => globSync(pattern, { cwd: inProject('.') }).sort();

/** Every English file paired with its translation in each shipped language, whether that file exists or not. */
export function translationPairs(): { english: string; locale: string; translation: string }[] {
  const shipped = shippedLocales().filter((locale) => locale !== 'en');
  const translationsOf = (english: string, pathOf: (locale: string) => string) =>
    shipped.map((locale) => ({ english, locale, translation: pathOf(locale) }));
  return [
    ...filesMatching('web/locales/en/*.json').flatMap((file) =>
      translationsOf(file, (locale) => `web/locales/${locale}/${basename(file)}`),
    ),
    ...filesMatching('worker/**/en.json').flatMap((file) => translationsOf(file, (locale) => `${dirname(file)}/${locale}.json`)),
  ];
}

/** The languages that the page is translated into. */
export const shippedLocales = (): string[] => filesMatching('web/locales/*/').map((path) => basename(path));

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** A key without the plural suffix of i18next. */
export const keyWithoutPlural = (key: string): string => key.replace(PLURAL, '');

/** The keys that a translation of these English sentences must have, with every plural form of its language. */
export function requiredKeys(english: Texts, locale: string): string[] {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const isPlural = (key: string) =>
    PLURAL.test(key) && english.has(`${keyWithoutPlural(key)}_one`) && english.has(`${keyWithoutPlural(key)}_other`);
  const wanted = [...english.keys()].flatMap((key) => (isPlural(key) ? forms.map((form) => `${keyWithoutPlural(key)}_${form}`) : [key]));
  return [...new Set(wanted)].sort();
}

/** The names of the placeholders in a sentence. */
export const variablesOf = (sentence: string): string[] =>
  [...new Set(sentence.match(/\{\{\s*\w+/g)?.map((name) => name.slice(2).trim()))].sort();
